import { toNumber } from '../../../lib/util/raw-number.ts';
import { IMPORT_LIMITS } from './limits.ts';
import type { ParsedRun, ParsedStep } from './parsed-run.ts';
import { isObject, kindOf, type JsonObject } from './read-json.ts';
import { ArtifactError, shownName } from './source.ts';
import { toolAnswer } from './tool-answer.ts';

/** Whether a value has the shape of the reference's trajectory.json. */
export function looksLikeTrajectory(value: unknown): value is JsonObject {
  return isObject(value) && 'trajectory' in value;
}

/** trajectory.json as the reference writes it. @throws ArtifactError that names the field which is of the wrong kind */
export function readTrajectory(value: unknown, name: string): ParsedRun {
  const at = (field: string, expected: string, found: unknown): ArtifactError =>
    new ArtifactError(`${shownName(name)}: ${field} must be ${expected}; it is ${kindOf(found)}`);
  if (!isObject(value)) throw at('the file', 'an object', value);
  const { scenario, task = null, task_idx: taskIdx = null, steps, trajectory } = value;
  if (typeof scenario !== 'string') throw at('scenario', 'a text', scenario);
  if (task !== null && typeof task !== 'string') throw at('task', 'a text or null', task);
  if (taskIdx !== null && !isIndex(taskIdx)) throw at('task_idx', 'a whole number or null', taskIdx);
  if (!Array.isArray(trajectory)) throw at('trajectory', 'a list', trajectory);
  if (trajectory.length > IMPORT_LIMITS.steps)
    throw new ArtifactError(
      `${shownName(name)} has ${String(trajectory.length)} entries; the limit is ${String(IMPORT_LIMITS.steps)}`,
    );
  const entries: readonly unknown[] = trajectory;
  const read = entries.map((entry, i) => entryOf(entry, `trajectory[${String(i)}]`, at));
  return {
    scenario,
    task,
    taskIdx,
    steps: read,
    missing: missingSteps(steps, read.length),
    run: {},
    log: null,
  };
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function missingSteps(steps: unknown, listed: number): string[] {
  const counted = toNumber(steps);
  if (counted === undefined) return ['trajectory.json does not say how many steps there were.'];
  if (counted <= listed) return [];
  return [
    `${String(counted)} steps were made and ${String(listed)} are listed: the other ${String(counted - listed)} ` +
      '(done, verifies that were refused, calls while nothing ran) are not known.',
  ];
}

type Fault = (field: string, expected: string, found: unknown) => ArtifactError;

function entryOf(entry: unknown, where: string, fault: Fault): ParsedStep {
  if (!isObject(entry)) throw fault(where, 'an object', entry);
  const { action } = entry;
  switch (action) {
    case 'list_tools':
      return listTools(entry, where, fault);
    case 'call_tool':
      return callTool(entry, where, fault);
    case 'verify':
      return verify(entry, where, fault);
    default:
      throw new ArtifactError(
        `${fault(`${where}.action`, 'list_tools, call_tool or verify', action).message}${typeof action === 'string' ? ` (${shownName(action)})` : ''}`,
      );
  }
}

const PLAIN = { words: null, verdict: null, reward: null, httpStatus: null } as const;

function listTools(entry: JsonObject, where: string, fault: Fault): ParsedStep {
  const names: unknown = entry['tool_names'] ?? [];
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    throw fault(`${where}.tool_names`, 'a list of texts', names);
  return {
    ...PLAIN,
    kind: 'list_tools',
    toolName: null,
    argumentsJson: null,
    // Descriptions and schemas are not in the file.
    observationJson: JSON.stringify({ tools: names.map((name: string) => ({ name })) }),
    rewardType: null,
  };
}

function callTool(entry: JsonObject, where: string, fault: Fault): ParsedStep {
  const { tool_name: toolName, arguments: args = {}, success, result = null, error = null } = entry;
  if (typeof toolName !== 'string') throw fault(`${where}.tool_name`, 'a text', toolName);
  if (!isObject(args)) throw fault(`${where}.arguments`, 'an object', args);
  if (typeof success !== 'boolean') throw fault(`${where}.success`, 'true or false', success);
  const [field, text] = success ? ['result', result] : ['error', error];
  if (text !== null && typeof text !== 'string') throw fault(`${where}.${field}`, 'a text or null', text);
  return {
    ...PLAIN,
    kind: 'call_tool',
    toolName,
    argumentsJson: JSON.stringify(args),
    ...toolAnswer(toolName, success, text),
  };
}

function verify(entry: JsonObject, where: string, fault: Fault): ParsedStep {
  const { arguments: args = {}, reward_type: rewardType, reward, verify_result: result } = entry;
  if (!isObject(args)) throw fault(`${where}.arguments`, 'an object', args);
  if (typeof rewardType !== 'string') throw fault(`${where}.reward_type`, 'a text', rewardType);
  const value = toNumber(reward);
  if (value === undefined) throw fault(`${where}.reward`, 'a number', reward);
  const { verifier_mode: mode = 'code', final_answer: answer = null } = args;
  if (typeof mode !== 'string') throw fault(`${where}.arguments.verifier_mode`, 'a text', mode);
  if (answer !== null && typeof answer !== 'string')
    throw fault(`${where}.arguments.final_answer`, 'a text or null', answer);
  return {
    kind: 'verify',
    toolName: null,
    argumentsJson: JSON.stringify(args),
    observationJson: JSON.stringify({ reward_type: rewardType, verify_result: result }),
    rewardType,
    reward: value,
    httpStatus: null,
    words: null,
    verdict: { mode, finalAnswer: answer },
  };
}
