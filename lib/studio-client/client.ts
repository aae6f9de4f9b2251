import { errorBodySchema, routes, type RouteName, type RouteSpec } from '../contracts/rest.ts';
import { PERSON_HEADER } from '../contracts/route.ts';
import { StudioAnswerMismatch, StudioRefusal, StudioTimeout, StudioUnreachable } from './errors.ts';
import { fileNameOf, pathOf, type LooseInput } from './request.ts';
import type {
  CallName,
  DownloadName,
  StudioAnswer,
  StudioCallOptions,
  StudioClientOptions,
  StudioFile,
  StudioInput,
  UploadName,
} from './types.ts';

/** Every route of the studio's REST interface, typed; answers are checked against their schemas. */
export interface StudioClient {
  /** @throws StudioRefusal, StudioUnreachable, StudioTimeout, StudioAnswerMismatch; the signal's reason where it is aborted */
  call<N extends CallName>(
    route: N,
    input: StudioInput<N>,
    options?: StudioCallOptions,
  ): Promise<StudioAnswer<N>>;
  download<N extends DownloadName>(
    route: N,
    input: StudioInput<N>,
    options?: StudioCallOptions,
  ): Promise<StudioFile>;
  upload<N extends UploadName>(
    route: N,
    input: StudioInput<N>,
    file: Blob | Uint8Array<ArrayBuffer> | string,
    options?: StudioCallOptions,
  ): Promise<StudioAnswer<N>>;
}

const DEADLINE_MS = 60_000;

/** For scripts and services, in Node or a browser. `url` is the server's address, with or without a path before `/api`. */
export function createStudioClient(url: string, options: StudioClientOptions = {}): StudioClient {
  const base = url.replace(/\/+$/, '');
  const { token, person, fetch: send = globalThis.fetch } = options;

  async function request(
    name: RouteName,
    input: LooseInput,
    file: Blob | Uint8Array<ArrayBuffer> | string | undefined,
    { signal, deadlineMs = options.deadlineMs ?? DEADLINE_MS }: StudioCallOptions,
    takeFile: boolean,
  ): Promise<Response> {
    const spec: RouteSpec = routes[name];
    const timer = new AbortController();
    const timeout = setTimeout(() => timer.abort(), deadlineMs);
    const json = file === undefined && input.body !== undefined;
    try {
      const response = await send(base + pathOf(spec.path, input), {
        method: spec.method,
        headers: {
          ...(json && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(person !== undefined && { [PERSON_HEADER]: encodeURIComponent(person) }),
        },
        body: file ?? (json ? JSON.stringify(input.body) : null),
        signal: signal === undefined ? timer.signal : AbortSignal.any([signal, timer.signal]),
      });
      if (!response.ok) throw await refusalOf(name, response);
      // The deadline is for the whole answer, but for a file: that may be long.
      return takeFile ? response : new Response(await response.arrayBuffer(), response);
    } catch (cause) {
      if (cause instanceof StudioRefusal || cause instanceof StudioUnreachable) throw cause;
      if (signal?.aborted === true) throw cause;
      if (timer.signal.aborted)
        throw new StudioTimeout(name, `No answer within ${String(deadlineMs)} ms`, { cause });
      throw new StudioUnreachable(name, `${base} does not answer`, { cause });
    } finally {
      clearTimeout(timeout);
    }
  }

  async function parsed<N extends RouteName>(name: N, response: Response): Promise<StudioAnswer<N>> {
    const payload: unknown = await response.json().catch(() => undefined);
    const { response: schema }: RouteSpec = routes[name];
    const result = schema.safeParse(payload);
    if (result.success) return result.data as StudioAnswer<N>;
    throw new StudioAnswerMismatch(name, 'The answer is not of the shape that this client knows', {
      cause: result.error,
    });
  }

  return {
    async call<N extends CallName>(name: N, input: object, callOptions: StudioCallOptions = {}) {
      return parsed(name, await request(name, input, undefined, callOptions, false));
    },
    async upload<N extends UploadName>(
      name: N,
      input: object,
      file: Blob | Uint8Array<ArrayBuffer> | string,
      callOptions: StudioCallOptions = {},
    ) {
      return parsed(name, await request(name, input, file, callOptions, false));
    },
    async download(name: DownloadName, input: object, callOptions: StudioCallOptions = {}) {
      const response = await request(name, input, undefined, callOptions, true);
      return {
        fileName: fileNameOf(response.headers.get('content-disposition')),
        contentType: response.headers.get('content-type') ?? 'application/octet-stream',
        body: response.body ?? new Blob([]).stream(),
        bytes: async () => new Uint8Array(await response.arrayBuffer()),
        text: () => response.text(),
      };
    },
  };
}

async function refusalOf(name: string, response: Response): Promise<StudioRefusal | StudioUnreachable> {
  const payload: unknown = await response.json().catch(() => undefined);
  const body = errorBodySchema.safeParse(payload);
  if (!body.success)
    return new StudioUnreachable(name, `HTTP ${String(response.status)}: what answers is not a studio`);
  const { code, message, details } = body.data.error;
  return new StudioRefusal(name, { code, message, details }, response.status);
}
