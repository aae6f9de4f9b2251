import type { LiveStep } from '../../lib/contracts/live.ts';
import { parseLossless } from '../../lib/util/lossless-json.ts';
import { readObservation } from '../json-view/index.ts';

/** Characters of a text that the transcript shows; the observe pane has the rest. */
export const SHOWN = 4_000;
const LINE = 240;

/** What a step answered, as far as the transcript shows it. */
export interface Answer {
  readonly error: boolean;
  /** Beginning, in one line. */
  readonly line: string;
  /** Up to SHOWN characters, indented where it is JSON. */
  readonly text: string;
  readonly length: number;
  readonly complete: boolean;
}

const answers = new WeakMap<LiveStep, Answer>();

export function answerOf(step: LiveStep): Answer {
  const known = answers.get(step);
  if (known !== undefined) return known;
  const answer = readAnswer(step);
  answers.set(step, answer);
  return answer;
}

function readAnswer({ observation }: LiveStep): Answer {
  if (!observation.complete) {
    const text = observation.text.slice(0, SHOWN);
    return { error: false, line: oneLine(text), text, length: observation.length, complete: false };
  }
  const reading = readObservation(observation.text);
  const whole = reading.value === undefined ? reading.text : JSON.stringify(reading.value, null, 2);
  return {
    error: reading.kind === 'error',
    line: oneLine(reading.value === undefined ? reading.text : JSON.stringify(reading.value).slice(0, SHOWN)),
    text: whole.slice(0, SHOWN),
    length: whole.length,
    complete: whole.length <= SHOWN,
  };
}

/** Names and values as they were sent: `sku LB-NEW, quantity 35`. */
export function argumentsLine(step: LiveStep): string {
  if (step.arguments === null) return '';
  const parsed = step.arguments.complete ? tryParse(step.arguments.text) : undefined;
  if (typeof parsed !== 'object' || parsed === null) return oneLine(step.arguments.text);
  return oneLine(
    Object.entries(parsed)
      .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join(', '),
  );
}

export function wholeArguments({ arguments: sent }: LiveStep): string {
  if (sent === null) return '';
  const parsed = sent.complete ? tryParse(sent.text) : undefined;
  return (parsed === undefined ? sent.text : JSON.stringify(parsed, null, 2)).slice(0, SHOWN);
}

function oneLine(text: string): string {
  return text.slice(0, LINE).replace(/\s+/g, ' ').trim();
}

function tryParse(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}
