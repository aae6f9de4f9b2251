import { readFile } from 'node:fs/promises';
import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { describeIssue } from '../../../lib/contracts/pack.ts';

/** A file of a scenario folder that cannot be used. */
export class FileProblem extends Error {
  readonly file: string;
  readonly line: number | undefined;

  constructor(file: string, message: string, line?: number) {
    super(message);
    this.file = file;
    this.line = line;
  }
}

const MAX_FILE_BYTES = 32 * 1024 * 1024;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** Undefined where there is no such file. @throws FileProblem */
export async function readOptional(path: string, file: string): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new FileProblem(file, `the file cannot be read (${code}); check its permissions`);
  }
  if (bytes.length > MAX_FILE_BYTES) {
    throw new FileProblem(file, `the file has ${bytes.length} bytes, the limit is ${MAX_FILE_BYTES}`);
  }
  if (!isUtf8(bytes)) throw new FileProblem(file, 'the file is not valid UTF-8; save it as UTF-8');
  return bytes.toString('utf8');
}

/** @throws FileProblem */
export async function readRequired(path: string, file: string): Promise<string> {
  const text = await readOptional(path, file);
  if (text === undefined) throw new FileProblem(file, 'the file is missing; add it');
  if (text.trim() === '') throw new FileProblem(file, 'the file is empty');
  return text;
}

/** @throws FileProblem */
export function parseJson<T extends z.ZodType>(text: string, file: string, schema: T): z.infer<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
    const line = /\(line (\d+) column/.exec(reason)?.[1];
    throw new FileProblem(
      file,
      `the file is not valid JSON (${reason})`,
      line === undefined ? undefined : Number(line),
    );
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new FileProblem(file, `the file has the wrong shape (${describeIssue(parsed.error)})`);
  return parsed.data;
}
