import { isAscii, isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { describeIssue } from '../../../lib/contracts/pack.ts';
import { ROW_SCHEMAS, type PackFileKind } from './files.ts';

export type RowOf<K extends PackFileKind> = z.infer<(typeof ROW_SCHEMAS)[K]>;

export type ParsedRow<K extends PackFileKind> =
  { readonly ok: true; readonly row: RowOf<K> } | { readonly ok: false; readonly message: string };

function decode(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** Parses one row of a pack file; the message says what is wrong and what to do. */
export function parseRow<K extends PackFileKind>(kind: K, bytes: Buffer): ParsedRow<K> {
  const text = decode(bytes);
  if (text === undefined) {
    return { ok: false, message: 'the row is not valid UTF-8; save the file as UTF-8 or remove the row' };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `the row is not valid JSON (${shorten(reason)}); mend or remove it` };
  }
  const parsed = ROW_SCHEMAS[kind].safeParse(value);
  if (!parsed.success) {
    return {
      ok: false,
      message: `the row has the wrong shape (${describeIssue(parsed.error)}); mend or remove it`,
    };
  }
  return { ok: true, row: parsed.data as RowOf<K> };
}

/** JSON.parse quotes the text around the mistake: enough of it to find the place, not the row. */
function shorten(reason: string): string {
  const oneLine = reason.replaceAll(/\s+/g, ' ');
  return oneLine.length > 160 ? `${oneLine.slice(0, 160)}…` : oneLine;
}
