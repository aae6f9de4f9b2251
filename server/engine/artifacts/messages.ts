import { AppError } from '../../../lib/contracts/errors.ts';
import type { AgentMessage, AttachedMessages, LogMismatch } from '../../../lib/contracts/artifacts.ts';
import { parseLossless } from '../../../lib/util/lossless-json.ts';
import type { Store } from '../../store/types.ts';
import { readMessages, type LogCall, type LogMessage } from './read-log.ts';
import { ArtifactError } from './source.ts';

/** Of a log that is attached, as JSON text. */
const LOG_BYTES = 32 * 1024 * 1024;
const SHOWN = 120;
/** Mismatches that are named; a log of another run has no end of them. */
const NAMED = 500;

interface RunCall {
  readonly seq: number;
  readonly key: string;
  readonly shown: string;
}

/** The log that is attached to a run. @throws AppError not_found */
export function attachedMessages(store: Store, episodeId: string): AttachedMessages {
  const kept = store.artifacts.messages(episodeId);
  if (kept === undefined) return { ...NOTHING };
  const aligned = align(readMessages(JSON.parse(kept.text), 'the log'), callsOf(store, episodeId));
  return { ...aligned, attachedAtMs: kept.atMs, by: kept.by };
}

/**
 * Attaches a log (an empty list takes it away); `dryRun` only says how it fits.
 * @throws AppError not_found, invalid_request (no log), payload_too_large, storage_full
 */
export function attachMessages(
  store: Store,
  episodeId: string,
  { log, dryRun, by }: { readonly log: unknown; readonly dryRun: boolean; readonly by: string },
): AttachedMessages {
  const messages = messagesOf(log);
  const calls = callsOf(store, episodeId);
  if (messages.length === 0) {
    if (!dryRun) store.artifacts.setMessages(episodeId, null);
    return { ...NOTHING };
  }
  const aligned = align(messages, calls);
  if (dryRun) return { ...aligned, attachedAtMs: null, by: null };
  const text = JSON.stringify(Array.isArray(log) ? log : ((log as { messages?: unknown }).messages ?? log));
  if (text.length > LOG_BYTES)
    throw new AppError(
      'payload_too_large',
      `The log has ${String(text.length)} characters; the limit is ${String(LOG_BYTES)}.`,
    );
  store.artifacts.setMessages(episodeId, { text, by });
  return attachedMessages(store, episodeId);
}

const NOTHING: AttachedMessages = {
  items: [],
  mismatches: [],
  aligned: 0,
  calls: 0,
  attachedAtMs: null,
  by: null,
};

function messagesOf(log: unknown): LogMessage[] {
  try {
    return readMessages(log, 'The log');
  } catch (error) {
    if (error instanceof ArtifactError) throw new AppError('invalid_request', `${error.message}.`);
    throw error;
  }
}

const TURN = 200;

function callsOf(store: Store, episodeId: string): RunCall[] {
  const { steps } = store.artifacts.raw(episodeId).episode;
  const calls: RunCall[] = [];
  for (let from = 1; from <= steps; from += TURN)
    for (const { seq, kind, tool_name: tool, arguments: args } of store.artifacts.rawSteps(episodeId, {
      from,
      to: from + TURN - 1,
    })) {
      const name = kind === 'call_tool' ? tool : kind;
      if (name !== null && kind !== 'list_scenarios')
        calls.push({ seq, key: keyOf(name, args ?? '{}'), shown: shownCall(name, args ?? '{}') });
    }
  return calls;
}

/** Equal for calls of the same tool with the same arguments, whatever the order of keys. */
function keyOf(name: string, argumentsJson: string): string {
  let args: unknown = argumentsJson;
  try {
    args = parseLossless(argumentsJson);
  } catch {
    // Compared as the text that it is.
  }
  return `${name} ${JSON.stringify(sorted(args))}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  // Numbers that JavaScript would lose are objects of their own kind, which have no keys to sort.
  if (entries.length === 1 && entries[0]?.[0] === 'rawJSON') return Number(entries[0][1]);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]),
  );
}

function shownCall(name: string, argumentsJson: string): string {
  const text = `${name}(${argumentsJson})`;
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}

interface Said {
  readonly index: number;
  readonly call: LogCall;
  readonly name: string;
  readonly key: string;
}

function align(messages: readonly LogMessage[], calls: readonly RunCall[]): AttachedMessages {
  const said = messages.flatMap(({ calls: made }, index) =>
    made.map((call): Said => {
      const name = call.toolName ?? call.kind;
      return { index, call, name, key: keyOf(name, call.argumentsJson) };
    }),
  );
  const mismatches: LogMismatch[] = [];
  const seqOf = new Map<Said, number>();
  let at = 0;
  for (const each of said) {
    const found = nextOf(each, calls, at);
    if (found === undefined) {
      mismatches.push({
        index: each.index,
        seq: null,
        message: `The log calls ${shownCall(each.name, each.call.argumentsJson)}, which the run does not.`,
      });
      continue;
    }
    for (const missed of calls.slice(at, found)) if (!isOptional(missed)) mismatches.push(unsaid(missed));
    const call = calls[found];
    if (call === undefined) continue;
    if (call.key !== each.key)
      mismatches.push({
        index: each.index,
        seq: call.seq,
        message: `The log says ${shownCall(each.name, each.call.argumentsJson)}, the run has ${call.shown}.`,
      });
    seqOf.set(each, call.seq);
    at = found + 1;
  }
  for (const missed of calls.slice(at)) if (!isOptional(missed)) mismatches.push(unsaid(missed));
  return {
    items: itemsOf(messages, said, seqOf),
    mismatches: mismatches.slice(0, NAMED),
    aligned: seqOf.size,
    calls: said.length,
    attachedAtMs: null,
    by: null,
  };
}

/** Calls that the run may have beyond the next one before the log's place is given up. */
const AHEAD = 50;

/** The same call further on; else the next one where it is of the same tool. */
function nextOf({ key, name }: Said, calls: readonly RunCall[], at: number): number | undefined {
  for (let i = at; i < Math.min(calls.length, at + AHEAD); i += 1) if (calls[i]?.key === key) return i;
  return calls[at]?.key.startsWith(`${name} `) === true ? at : undefined;
}

/** Agents leave these to the program that runs them. */
function isOptional({ key }: RunCall): boolean {
  return /^(?:list_tools|verify|done) /.test(key);
}

function unsaid({ seq, shown }: RunCall): LogMismatch {
  return { index: null, seq, message: `The run calls ${shown}, which the log lacks.` };
}

/** A message stands before the step that it led to; what is said to no call, before the next one that is made. */
function itemsOf(
  messages: readonly LogMessage[],
  said: readonly Said[],
  seqOf: ReadonlyMap<Said, number>,
): AgentMessage[] {
  const first = new Map<number, number>();
  for (const each of said) {
    const seq = seqOf.get(each);
    if (seq !== undefined && !first.has(each.index)) first.set(each.index, seq);
  }
  let next: number | null = null;
  const seqs: (number | null)[] = [];
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    next = first.get(index) ?? next;
    // An answer belongs to the call before it, which is found below.
    seqs[index] = next;
  }
  let last: number | null = null;
  return messages.map(({ role, text, reasoning }, index) => {
    last = first.get(index) ?? last;
    const seq = role === 'tool' ? last : (seqs[index] ?? null);
    return { index, seq, role, text, reasoning };
  });
}
