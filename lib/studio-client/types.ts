import type { z } from 'zod/mini';
import type { RouteName, Routes } from '../contracts/rest.ts';

type Part<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodMiniType }
  ? undefined extends z.input<S>
    ? { readonly [P in K]?: z.input<S> }
    : object extends z.input<S>
      ? { readonly [P in K]?: z.input<S> }
      : { readonly [P in K]: z.input<S> }
  : object;

/** Params, query and body of a route; parts that may be empty may be left out. */
export type StudioInput<N extends RouteName> = InputOf<Routes[N]>;
export type StudioAnswer<N extends RouteName> = z.output<Routes[N]['response']>;

/** Route by route: intersected for all at once they are more types than the compiler can hold. */
type InputOf<R> = R extends unknown ? Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'> : never;

export type DownloadName = {
  [N in RouteName]: Routes[N] extends { readonly download: true } ? N : never;
}[RouteName];
export type UploadName = {
  [N in RouteName]: Routes[N] extends { readonly upload: true } ? N : never;
}[RouteName];
/** Routes that take and answer JSON. */
export type CallName = Exclude<RouteName, DownloadName | UploadName>;

export interface StudioClientOptions {
  /** An API token; goes as `Authorization: Bearer`. */
  readonly token?: string;
  /** Whose word it is where the studio has no accounts. */
  readonly person?: string;
  /** Of each call, in milliseconds; default 60 s. Of a download: until its first byte. */
  readonly deadlineMs?: number;
  /** In place of the global one. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface StudioCallOptions {
  readonly signal?: AbortSignal;
  readonly deadlineMs?: number;
}

export interface StudioFile {
  /** As the server names it. */
  readonly fileName: string | null;
  readonly contentType: string;
  /** Read it once: as it comes, or whole by one of the methods. */
  readonly body: ReadableStream<Uint8Array>;
  bytes(): Promise<Uint8Array>;
  text(): Promise<string>;
}
