import { parseLossless } from '../../util/lossless-json.ts';
import { isRawNumber } from '../../util/raw-number.ts';
import { canonicalValue } from './canonical-json.ts';

/** Whether two answers of one call say the same, times and random values aside. Pure. */

/** equal: but for what is masked; order: but for the order of lists besides. */
export type AnswerMatch = 'same' | 'equal' | 'order' | 'different';

/** What the clock or chance put into an answer, as the answer's own run knows it; undefined: nothing of it. */
export interface AnswerMasks {
  text(value: string): string | undefined;
  number(value: number): string | undefined;
}

export interface MaskedAnswer {
  readonly text: string;
  readonly masks: AnswerMasks;
}

export function matchAnswers(one: MaskedAnswer, two: MaskedAnswer): AnswerMatch {
  if (one.text === two.text) return 'same';
  const [a, b] = [parsed(one.text), parsed(two.text)];
  if (equal(a, b, one.masks, two.masks)) return 'equal';
  return formOf(a, one.masks, true) === formOf(b, two.masks, true) ? 'order' : 'different';
}

/** The masked answer in one spelling. */
export function answerForm({ text, masks }: MaskedAnswer): string {
  return formOf(parsed(text), masks, false);
}

function parsed(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return text;
  }
}

/** Leaf by leaf: what is equal as it stands need not be masked alike. */
function equal(a: unknown, b: unknown, ofA: AnswerMasks, ofB: AnswerMasks): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => equal(item, b[i], ofA, ofB));
  const [membersA, membersB] = [members(a), members(b)];
  if (membersA !== undefined && membersB !== undefined)
    return (
      membersA.length === membersB.length &&
      membersA.every(([key, value], i) => {
        const [otherKey, other] = membersB[i] ?? ['', undefined];
        return equal(key, otherKey, ofA, ofB) && equal(value, other, ofA, ofB);
      })
    );
  if (canonicalValue(a) === canonicalValue(b)) return true;
  const masked = maskedLeaf(a, ofA);
  return masked !== undefined && masked === maskedLeaf(b, ofB);
}

function maskedLeaf(value: unknown, masks: AnswerMasks): string | undefined {
  if (typeof value === 'string') return masks.text(value);
  if (typeof value === 'number') return masks.number(value);
  return isRawNumber(value) ? masks.number(Number(value.rawJSON)) : undefined;
}

function formOf(value: unknown, masks: AnswerMasks, sorted: boolean): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => formOf(item, masks, sorted));
    return `[${(sorted ? items.sort() : items).join(',')}]`;
  }
  const inner = members(value);
  if (inner !== undefined)
    return `{${inner.map(([key, member]) => `${formOf(key, masks, sorted)}:${formOf(member, masks, sorted)}`).join(',')}}`;
  const masked = maskedLeaf(value, masks);
  return masked === undefined ? canonicalValue(value) : `~${JSON.stringify(masked)}`;
}

/** Of an object, in the order of its keys. */
function members(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isRawNumber(value))
    return undefined;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
