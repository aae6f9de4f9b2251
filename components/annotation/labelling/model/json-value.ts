import { parseLossless } from '../../../../lib/util/lossless-json.ts';

/** A JSON text's value with numbers as they were spelled; undefined where it is none. */
export function tryLossless(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}
