import type { BlindRun, BlindStep } from '../../../../lib/contracts/annotation/labelling.ts';
import { givesAnswer } from '../../../../lib/domain/gives-answer.ts';
import type { Effect } from '../../../../lib/domain/step-effect.ts';
import { tryLossless } from './json-value.ts';
import { responseLine } from './response-line.ts';

/** A line of the step list. */
export interface StepRow {
  /** In the address: the step's number, or `answer`. */
  readonly id: string;
  readonly kind: 'step' | 'answer';
  /** The step whose state and texts the evidence shows. */
  readonly seq: number;
  readonly step: BlindStep | null;
  /** The step whose mark it sets; null: not marked. */
  readonly markSeq: number | null;
  readonly effect: Effect;
  readonly args: readonly ArgumentPart[];
  /** Result in one line; null where it is hidden. */
  readonly line: string | null;
  /** Null: not known. */
  readonly wrote: number | null;
}

export interface ArgumentPart {
  readonly name: string;
  readonly kind: 'string' | 'number' | 'other';
  readonly text: string;
}

const ARGUMENT_CHARS = 120;
/** Of an answer; the list cuts it at its own width. */
const LINE_CHARS = 400;

/** All lines of a run: its steps, then its final answer. */
export function rowsOf(run: BlindRun): readonly StepRow[] {
  const rows = run.steps.map((step): StepRow => ({
    id: String(step.seq),
    kind: 'step',
    seq: step.seq,
    step,
    markSeq: step.labelled && !givesAnswer(step, run) ? step.seq : null,
    effect: effectOfStep(step),
    args: argumentParts(step.argumentsJson),
    line: step.responseText === null ? null : responseLine(step.responseText, step.httpStatus),
    wrote:
      step.rows === null ? (step.wrote ? null : 0) : step.rows.added + step.rows.changed + step.rows.removed,
  }));
  if (run.finalAnswer === null) return rows;
  const own = run.steps.find(({ seq }) => seq === run.finalAnswerSeq);
  const last = run.steps.at(-1)?.seq ?? 0;
  const answer: StepRow = {
    id: 'answer',
    kind: 'answer',
    seq: run.finalAnswerSeq ?? last,
    step: null,
    markSeq: own === undefined || givesAnswer(own, run) ? run.finalAnswerSeq : null,
    effect: 'end',
    args: [],
    line: run.finalAnswer.slice(0, LINE_CHARS).replace(/\s+/g, ' ').trim(),
    wrote: null,
  };
  return [...rows, answer];
}

/** Steps that can be marked, in order. */
export function markableSeqs(rows: readonly StepRow[]): readonly number[] {
  return rows.flatMap(({ markSeq }) => (markSeq === null ? [] : [markSeq]));
}

/** Names of the app that a run shows: its tools, arguments and fields of answers. */
export function namesIn(run: BlindRun): ReadonlySet<string> {
  const names = new Set<string>();
  for (const step of run.steps) {
    if (step.toolName !== null) names.add(step.toolName);
    for (const { name } of argumentParts(step.argumentsJson)) names.add(name);
    for (const [, key] of (step.responseText ?? '').slice(0, 20_000).matchAll(/"([\w-]{1,60})"\s*:/g)) {
      if (key !== undefined) names.add(key);
    }
  }
  return names;
}

function effectOfStep(step: BlindStep): Effect {
  if (step.failed) return 'error';
  if (step.kind === 'verify') return 'verify';
  if (step.kind === 'done') return 'end';
  return step.wrote ? 'wrote' : 'read';
}

function argumentParts(json: string | null): readonly ArgumentPart[] {
  if (json === null) return [];
  const value = tryLossless(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return json === '' ? [] : [{ name: '', kind: 'other', text: json.slice(0, ARGUMENT_CHARS) }];
  }
  return Object.entries(value).map(([name, argument]) => ({
    name,
    kind:
      typeof argument === 'string'
        ? 'string'
        : typeof argument === 'object' && argument !== null
          ? 'other'
          : 'number',
    text: JSON.stringify(argument).slice(0, ARGUMENT_CHARS),
  }));
}
