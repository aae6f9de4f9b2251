import { parseLossless } from '../../../lib/util/lossless-json.ts';
import { toNumber } from '../../../lib/util/raw-number.ts';
import { IMPORT_LIMITS } from './limits.ts';
import type { ParsedRun, ParsedStep } from './parsed-run.ts';
import { isObject, kindOf, type JsonObject } from './read-json.ts';
import { ArtifactError, shownName } from './source.ts';
import { readsAsError, toolAnswer } from './tool-answer.ts';

/** Chat messages as OpenAI's API has them, with tool calls and their answers. */
export interface LogMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool' | 'other';
  readonly text: string;
  readonly reasoning: string | null;
  readonly calls: readonly LogCall[];
  /** Of a tool's answer: the call that it answers. */
  readonly answers: string | null;
}

export interface LogCall {
  readonly id: string | null;
  readonly kind: 'list_tools' | 'call_tool' | 'verify' | 'done';
  readonly toolName: string | null;
  readonly argumentsJson: string;
}

/** The messages of a log, which may stand by themselves or as `messages` (also of a request or a result). */
export function messagesIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (!isObject(value)) return undefined;
  for (const name of ['messages', 'conversation', 'trajectory_messages']) {
    const found = value[name];
    if (Array.isArray(found)) return found as unknown[];
  }
  return undefined;
}

export function looksLikeLog(value: unknown): boolean {
  const messages = messagesIn(value);
  return (
    messages !== undefined &&
    messages.length > 0 &&
    messages.every((each) => isObject(each) && 'role' in each)
  );
}

/** @throws ArtifactError that names the message which is of another kind */
export function readMessages(value: unknown, name: string): LogMessage[] {
  const messages = messagesIn(value);
  if (messages === undefined)
    throw new ArtifactError(
      `${shownName(name)} must be a list of chat messages, or an object with messages; it is ${kindOf(value)}`,
    );
  if (messages.length > IMPORT_LIMITS.steps)
    throw new ArtifactError(
      `${shownName(name)} has ${String(messages.length)} messages; the limit is ${String(IMPORT_LIMITS.steps)}`,
    );
  return messages.map((message, i) => readMessage(message, `${shownName(name)}: message ${String(i + 1)}`));
}

function readMessage(message: unknown, where: string): LogMessage {
  if (!isObject(message)) throw new ArtifactError(`${where} must be an object; it is ${kindOf(message)}`);
  const { role } = message;
  if (typeof role !== 'string')
    throw new ArtifactError(`${where}: role must be a text; it is ${kindOf(role)}`);
  const reasoning = message['reasoning_content'] ?? message['reasoning'] ?? message['thinking'];
  return {
    role: roleOf(role),
    text: textOf(message['content']),
    reasoning: typeof reasoning === 'string' && reasoning !== '' ? reasoning : null,
    calls: callsOf(message, where),
    answers: typeof message['tool_call_id'] === 'string' ? message['tool_call_id'] : null,
  };
}

function roleOf(role: string): LogMessage['role'] {
  if (role === 'developer') return 'system';
  if (role === 'function') return 'tool';
  return role === 'system' || role === 'user' || role === 'assistant' || role === 'tool' ? role : 'other';
}

/** Texts of content parts one after the other; what is no text is named in brackets. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return '';
  if (!Array.isArray(content)) return JSON.stringify(content);
  return (content as unknown[])
    .map((part) => {
      if (typeof part === 'string') return part;
      if (isObject(part) && typeof part['text'] === 'string') return part['text'];
      return `[${isObject(part) && typeof part['type'] === 'string' ? part['type'] : 'part'}]`;
    })
    .join('\n');
}

function callsOf(message: JsonObject, where: string): LogCall[] {
  const list = message['tool_calls'];
  if (list !== undefined && list !== null && !Array.isArray(list))
    throw new ArtifactError(`${where}: tool_calls must be a list; it is ${kindOf(list)}`);
  const calls = (list ?? []) as readonly unknown[];
  const old = message['function_call'];
  const all = isObject(old) ? [...calls, { function: old }] : calls;
  return all.map((call) => {
    if (!isObject(call))
      throw new ArtifactError(`${where}: a tool call must be an object; it is ${kindOf(call)}`);
    const target = isObject(call['function']) ? call['function'] : call;
    const { name, arguments: args } = target;
    if (typeof name !== 'string')
      throw new ArtifactError(`${where}: a tool call's name must be a text; it is ${kindOf(name)}`);
    const argumentsJson = typeof args === 'string' ? args : JSON.stringify(args ?? {});
    return { id: typeof call['id'] === 'string' ? call['id'] : null, ...unwrapped(name, argumentsJson) };
  });
}

/** Agents of this environment call its tools by one function, call_tool(tool_name, arguments). */
function unwrapped(name: string, argumentsJson: string): Omit<LogCall, 'id'> {
  if (name === 'list_tools') return { kind: 'list_tools', toolName: null, argumentsJson };
  if (name !== 'call_tool') return { kind: 'call_tool', toolName: name, argumentsJson };
  let inner: unknown;
  try {
    inner = JSON.parse(argumentsJson);
  } catch {
    inner = undefined;
  }
  if (!isObject(inner) || typeof inner['tool_name'] !== 'string')
    return { kind: 'call_tool', toolName: name, argumentsJson };
  const args = inner['arguments'] ?? {};
  return {
    kind: 'call_tool',
    toolName: inner['tool_name'],
    argumentsJson: typeof args === 'string' ? args : JSON.stringify(args),
  };
}

const HEAD = ['experiment', 'policy', 'checkpoint', 'train_step', 'group', 'sample', 'tags'] as const;

/** A run from a log of tool calls. @throws ArtifactError */
export function readLog(value: unknown, name: string): ParsedRun {
  const messages = readMessages(value, name);
  const answers = new Map<string, string>();
  const loose: string[] = [];
  for (const { role, text, answers: id } of messages) {
    if (role !== 'tool') continue;
    if (id === null) loose.push(text);
    else answers.set(id, text);
  }
  const missing: string[] = [];
  const steps = messages.flatMap((message) =>
    message.calls.map((call, i) =>
      stepOf(message, call, i, (id) => (id === null ? loose.shift() : answers.get(id))),
    ),
  );
  const head = isObject(value) ? headOf(value) : {};
  const unanswered = steps.filter(({ observationJson }) => observationJson === '{}').length;
  if (steps.length === 0) missing.push('The log calls no tool.');
  if (unanswered > 0) missing.push(`The log lacks the answers of ${String(unanswered)} calls.`);
  const last = messages.findLast(({ role, calls }) => role === 'assistant' && calls.length === 0);
  if (last !== undefined)
    missing.push(
      'No verify is in the log: the last message is shown as words, not as a final answer that was verified.',
    );
  const garbled = steps.filter(({ argumentsJson }) => argumentsJson?.startsWith('"') === true).length;
  if (garbled > 0)
    missing.push(
      `The arguments of ${String(garbled)} calls are not JSON: they are kept as the text that they are.`,
    );
  const { scenario, task, task_idx: taskIdx } = head;
  return {
    scenario: typeof scenario === 'string' ? scenario : null,
    task: typeof task === 'string' ? task : null,
    taskIdx: typeof taskIdx === 'number' && Number.isSafeInteger(taskIdx) && taskIdx >= 0 ? taskIdx : null,
    steps,
    missing,
    run: Object.fromEntries(HEAD.flatMap((key) => (head[key] === undefined ? [] : [[key, head[key]]]))),
    log: JSON.stringify(messagesIn(value)),
  };
}

/** What stands beside the messages, or in its metadata. */
function headOf(value: JsonObject): JsonObject {
  const meta = isObject(value['metadata']) ? value['metadata'] : {};
  const own = { ...meta, ...value };
  const taskIdx = toNumber(own['task_idx'] ?? own['task_index']);
  return { ...own, ...(taskIdx !== undefined && { task_idx: taskIdx }) };
}

function stepOf(
  message: LogMessage,
  call: LogCall,
  index: number,
  answerOf: (id: string | null) => string | undefined,
): ParsedStep {
  const text = answerOf(call.id);
  const name = call.toolName ?? 'list_tools';
  const words = {
    ...(index === 0 && message.text !== '' && { message: message.text }),
    ...(index === 0 && message.reasoning !== null && { reasoning: message.reasoning }),
  };
  const outcome =
    text === undefined
      ? { observationJson: '{}', rewardType: null, httpStatus: null }
      : call.kind === 'list_tools'
        ? { observationJson: JSON.stringify({ tool_result: text }), rewardType: null, httpStatus: null }
        : toolAnswer(name, !readsAsError(text), text);
  return {
    kind: call.kind,
    toolName: call.toolName,
    argumentsJson: call.kind === 'list_tools' ? null : asJson(call.argumentsJson),
    ...outcome,
    reward: null,
    words: Object.keys(words).length === 0 ? null : words,
    verdict: null,
  };
}

/** The text as it came where it is JSON, else as a JSON text. */
function asJson(text: string): string {
  try {
    parseLossless(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}
