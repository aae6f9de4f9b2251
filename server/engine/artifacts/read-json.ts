import { parseLossless, PythonJsonLimitError } from '../../../lib/util/lossless-json.ts';
import { PythonJsonError } from '../../../lib/util/python-json.ts';
import { isRawNumber } from '../../../lib/util/raw-number.ts';
import { ArtifactError, shownName } from './source.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** @throws ArtifactError where the text is not JSON, or nested too deeply */
export function readJson(text: string, name: string): unknown {
  try {
    return parseLossless(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    if (error instanceof PythonJsonLimitError)
      throw new ArtifactError(`${shownName(name)} is nested too deeply, or has numbers without end`);
    if (error instanceof PythonJsonError || error instanceof SyntaxError)
      throw new ArtifactError(`${shownName(name)} is not JSON: ${shownName(error.message)}`);
    throw error;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** What a value is, for the sentence that refuses it. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'boolean' ? 'true or false' : 'a number';
}
