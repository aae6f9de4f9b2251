import { readWords } from '../../../lib/domain/agent-words.ts';
import { parseLossless } from '../../../lib/util/lossless-json.ts';
import { answerText } from '../../engine/answer-text.ts';
import { messagesIn } from '../../engine/artifacts/read-log.ts';
import { recordedAnswer } from '../../engine/replay/index.ts';
import type { EpisodeRecord, StepRecord } from '../../store/types.ts';
import type { Cell } from './export-context.ts';
import type { DatasetDeps } from './types.ts';

/** One thing that the run did. */
export interface Act {
  readonly seq: number;
  readonly kind: 'call' | 'end';
  readonly words: string;
  readonly reasoning: string;
  readonly toolName: string;
  /** JSON text. */
  readonly argumentsJson: string;
  /** call: what came back; end: the final answer. */
  readonly text: string;
}

export interface Conversation {
  /** Of the agent's log, where one is attached. */
  readonly system: string;
  readonly task: string;
  readonly acts: readonly Act[];
}

/** A run as a chat: calls with their answers, then the final answer. Listing tools is no part of it: they are beside it. */
export function conversationOf({ store }: Pick<DatasetDeps, 'store'>, record: EpisodeRecord): Conversation {
  const acts: Act[] = [];
  for (const step of store.steps(record.id)) {
    if (step.kind === 'call_tool') {
      acts.push(callOf(step));
      continue;
    }
    if (step.kind !== 'verify' && step.kind !== 'done') continue;
    acts.push(endOf(step));
    break;
  }
  return { system: systemOf(store, record.id), task: record.task ?? '', acts };
}

function callOf(step: StepRecord): Act {
  const said = readWords(step.clientMetadata);
  return {
    seq: step.seq,
    kind: 'call',
    words: said?.message ?? '',
    reasoning: said?.reasoning ?? '',
    toolName: step.toolName ?? '',
    argumentsJson: step.argumentsJson ?? '{}',
    text: recordedAnswer(step).text,
  };
}

function endOf(step: StepRecord): Act {
  const said = readWords(step.clientMetadata);
  return {
    seq: step.seq,
    kind: 'end',
    words: said?.message ?? '',
    reasoning: said?.reasoning ?? '',
    toolName: '',
    argumentsJson: '{}',
    text: answerIn(step.argumentsJson) ?? said?.message ?? '',
  };
}

function answerIn(argumentsJson: string | null): string | null {
  if (argumentsJson === null) return null;
  const args: unknown = parseLossless(argumentsJson);
  return typeof args === 'object' && args !== null && 'final_answer' in args
    ? answerText(args.final_answer)
    : null;
}

function systemOf(store: DatasetDeps['store'], run: string): string {
  const kept = store.artifacts.messages(run);
  if (kept === undefined) return '';
  const first = messagesIn(JSON.parse(kept.text))?.[0];
  if (typeof first !== 'object' || first === null || !('role' in first) || !('content' in first)) return '';
  return first.role === 'system' && typeof first.content === 'string' ? first.content : '';
}

/** Only keys that say something: chat templates take an empty list of calls, or an empty name, for one. */
function message(role: string, content: string, more: Readonly<Record<string, Cell>> = {}): Cell {
  return { role, content, ...more };
}

function thoughts({ reasoning }: Act): Readonly<Record<string, Cell>> {
  return reasoning === '' ? {} : { reasoning_content: reasoning };
}

export function opening({ system, task }: Conversation): Cell[] {
  return [...(system === '' ? [] : [message('system', system)]), message('user', task)];
}

/** What the assistant says and calls, without the answer. */
export function action(act: Act): Cell {
  if (act.kind === 'end') return message('assistant', act.text, thoughts(act));
  return message('assistant', act.words, {
    ...thoughts(act),
    tool_calls: [
      {
        id: callId(act),
        type: 'function',
        function: { name: act.toolName, arguments: act.argumentsJson },
      },
    ],
  });
}

/** With what came back. */
export function exchange(act: Act): Cell[] {
  if (act.kind === 'end') return [action(act)];
  return [action(act), message('tool', act.text, { tool_call_id: callId(act), name: act.toolName })];
}

function callId({ seq }: Act): string {
  return `call_${String(seq).padStart(4, '0')}`;
}

/** ShareGPT's turns: human and observation alternate with function_call and gpt. */
export function turns({ task, acts }: Conversation): Cell[] {
  const turn = (from: string, value: string, thought = ''): Cell => ({ from, value, thought });
  return [
    turn('human', task),
    ...acts.flatMap((act) =>
      act.kind === 'end'
        ? [turn('gpt', act.text, act.reasoning)]
        : [
            turn(
              'function_call',
              callText(act),
              [act.reasoning, act.words].filter((each) => each !== '').join('\n'),
            ),
            turn('observation', act.text),
          ],
    ),
  ];
}

/** `{"name": …, "arguments": …}`, numbers as they were spelled. */
export function callText({ toolName, argumentsJson }: Act): string {
  return `{"name": ${JSON.stringify(toolName)}, "arguments": ${argumentsJson}}`;
}
