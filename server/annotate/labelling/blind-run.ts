import type { BlindRun, BlindStep } from '../../../lib/contracts/annotation/labelling.ts';
import type { AttachedMessages } from '../../../lib/contracts/artifacts.ts';
import { FAILED_TYPES } from '../../../lib/domain/step-effect.ts';
import { parseLossless } from '../../../lib/util/lossless-json.ts';
import type { EpisodeRecord, StepRecord } from '../../store/types.ts';

/** Rows that a step added, changed and removed; null: not known (yet). */
export type RowCounts = NonNullable<BlindStep['rows']>;

/** What is marked: what the agent did, and what it answered. */
const MARKED: ReadonlySet<string> = new Set(['call_tool']);
/** Fields of an observation that tell how the run is judged. */
const TELLING: ReadonlySet<string> = new Set(['reward', 'reward_type', 'done', 'metadata', 'verify_result']);

interface Parts {
  readonly episode: EpisodeRecord;
  readonly steps: readonly StepRecord[];
  readonly messages: AttachedMessages;
}

/** A run without anything that tells its verdict, rewards, actor or provenance. Row counts are put in later. */
export function blindRun({ episode, steps, messages }: Parts): BlindRun {
  const said = wordsOf(messages);
  const answered = answerOf(steps);
  return {
    scenario: episode.scenario,
    taskIdx: episode.taskIdx,
    task: episode.task,
    finalAnswer: answered?.text ?? null,
    finalAnswerSeq: answered?.seq ?? null,
    steps: steps.map((step) => blindStep(step, said.get(step.seq), answered?.seq)),
    missing: [...episode.missing],
  };
}

function blindStep(step: StepRecord, said: Words | undefined, answerSeq: number | undefined): BlindStep {
  const own = metadataWords(step.clientMetadata);
  return {
    seq: step.seq,
    kind: step.kind,
    toolName: step.toolName,
    argumentsJson: step.argumentsJson,
    message: own.message ?? said?.message ?? null,
    reasoning: own.reasoning ?? said?.reasoning ?? null,
    httpMethod: step.httpMethod,
    httpRoute: step.httpRoute,
    httpStatus: step.kind === 'verify' || step.kind === 'done' ? null : step.httpStatus,
    responseText: responseText(step),
    failed: hasFailed(step),
    wrote: step.wrote,
    rows: null,
    labelled: MARKED.has(step.kind) || step.seq === answerSeq,
  };
}

function hasFailed({ kind, httpStatus, rewardType }: StepRecord): boolean {
  if (kind === 'verify' || kind === 'done') return false;
  return (httpStatus !== null && httpStatus >= 400) || (rewardType !== null && FAILED_TYPES.has(rewardType));
}

/** What the tool said, numbers spelled as they came. */
function responseText({ kind, observationJson }: StepRecord): string | null {
  if (kind === 'verify' || kind === 'done' || observationJson === '') return null;
  let observation: unknown;
  try {
    observation = parseLossless(observationJson);
  } catch {
    // What cannot be taken apart may hold a reward.
    return null;
  }
  if (typeof observation !== 'object' || observation === null || Array.isArray(observation)) return null;
  const fields = new Map<string, unknown>(Object.entries(observation));
  for (const name of ['tool_result', 'error']) {
    const value = fields.get(name);
    if (value === undefined || value === null) continue;
    return typeof value === 'string' ? value : JSON.stringify(value);
  }
  return JSON.stringify(Object.fromEntries([...fields].filter(([name]) => !TELLING.has(name))));
}

interface Words {
  readonly message: string | null;
  readonly reasoning: string | null;
}

function metadataWords(metadata: unknown): Words {
  if (typeof metadata !== 'object' || metadata === null) return { message: null, reasoning: null };
  const fields = new Map<string, unknown>(Object.entries(metadata));
  return { message: textOf(fields.get('message')), reasoning: textOf(fields.get('reasoning')) };
}

/** A text, or the texts of content parts (`[{type: 'text', text}]`). */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (!Array.isArray(value)) return null;
  const texts = value.flatMap((part: unknown) => {
    const text = typeof part === 'object' && part !== null && 'text' in part ? part.text : part;
    return typeof text === 'string' ? [text] : [];
  });
  return textOf(texts.join('\n'));
}

/** Of an attached log: what the agent said before each call. Tool answers and prompts are not its words. */
function wordsOf({ items }: AttachedMessages): Map<number, Words> {
  const said = new Map<number, Words>();
  for (const { seq, role, text, reasoning } of items) {
    if (seq === null || role !== 'assistant') continue;
    const before = said.get(seq);
    said.set(seq, {
      message: joined(before?.message ?? null, textOf(text)),
      reasoning: joined(before?.reasoning ?? null, textOf(reasoning)),
    });
  }
  return said;
}

function joined(a: string | null, b: string | null): string | null {
  return a === null || b === null ? (a ?? b) : `${a}\n${b}`;
}

/** The last answer that was given, with a verify or a done. */
function answerOf(steps: readonly StepRecord[]): { readonly seq: number; readonly text: string } | undefined {
  for (const { kind, seq, argumentsJson } of steps.toReversed()) {
    if ((kind !== 'verify' && kind !== 'done') || argumentsJson === null) continue;
    let args: unknown;
    try {
      args = parseLossless(argumentsJson);
    } catch {
      continue;
    }
    if (typeof args !== 'object' || args === null || !('final_answer' in args)) continue;
    const answer = args.final_answer;
    if (answer === null || answer === undefined) continue;
    return { seq, text: typeof answer === 'string' ? answer : JSON.stringify(answer) };
  }
  return undefined;
}
