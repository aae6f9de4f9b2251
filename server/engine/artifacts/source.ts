import { AppError } from '../../../lib/contracts/errors.ts';

/** Where artifacts lie: a folder, a zip, files that were sent. Names are for people; nothing is written under them. */
export interface Source extends AsyncDisposable {
  readonly files: readonly SourceFile[];
  /** What was left out and why: links, devices. */
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
}

export interface SourceFile {
  /** With forward slashes, relative. */
  readonly path: string;
  /** As the directory says; what is read is counted. */
  readonly size: number;
  /** Where it lies on this machine; undefined where it is a part of something. */
  readonly diskPath?: string;
  /** The whole file. @throws ArtifactError where it is larger than `limit`, or is not what it was */
  read(limit: number): Promise<Buffer>;
  /** In pieces, for files that may be larger than memory. */
  stream(): Promise<AsyncIterable<Buffer>>;
}

/** Why an artifact is refused: one sentence that says which file and what is wrong. */
export class ArtifactError extends Error {
  override readonly name = 'ArtifactError';
}

export function tooLarge(path: string, bytes: number, limit: number): ArtifactError {
  return new ArtifactError(
    `${shownName(path)} has ${String(bytes)} bytes; the limit is ${String(limit)}. It was not read`,
  );
}

const SHOWN = 200;

/** A name from elsewhere as text for people: control characters and direction marks escaped, cut where it is long. */
export function shownName(name: string): string {
  const plain = name.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return plain.length <= SHOWN ? plain : `${plain.slice(0, SHOWN)}… (${String(plain.length)} characters)`;
}

/** Why a relative path from elsewhere is refused; undefined where it is plain. */
export function unsafePath(path: string, limit: number): string | undefined {
  if (path === '') return 'has an empty name';
  if (path.length > limit) return `has a name of ${String(path.length)} characters`;
  if (/\p{Cc}/u.test(path)) return 'has control characters in its name';
  if (path.startsWith('/') || path.startsWith('\\') || /^[A-Za-z]:/.test(path))
    return 'has an absolute path for a name';
  if (path.includes('\\')) return 'has a backslash in its name';
  const parts = path.split('/');
  if (parts.some((part) => part === '..' || part === '.')) return 'has a name that leads out of its folder';
  return undefined;
}

/** What a report says of what was left out. */
export function leftOutLine({ path, why }: Source['skipped'][number], prefix = '') {
  return { subject: shownName(prefix + path), outcome: 'skipped', message: `Left out: ${why}.` } as const;
}

/** The message of what went wrong with one artifact; what is no fault of the artifact is thrown on. */
export function artifactProblem(error: unknown): string {
  if (error instanceof ArtifactError) return error.message;
  if (error instanceof AppError && error.code === 'invalid_request') return error.message;
  throw error;
}
