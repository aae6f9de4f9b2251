import { pythonStr } from '../util/python-repr.ts';
import { extras, isJsonObject, pydantic, PydanticValidationError } from './pydantic.ts';
import type { JsonObject, PydanticError } from './pydantic.ts';

/** The OpenEnv WebSocket protocol (openenv-core ≤ 0.3.0, openenv 0.3.1 and 0.10.0): messages in and out of `/ws`. */

/** Larger frames are answered by an error frame. */
export const MAX_FRAME_IN_BYTES = 20 * 1024 * 1024;
/** The default of the clients' `max_message_size_mb`. */
export const MAX_FRAME_OUT_BYTES = 100 * 1024 * 1024;

/** After the last three the server closes the connection with 1000. */
export type WireErrorCode =
  | 'INVALID_JSON'
  | 'UNKNOWN_TYPE'
  | 'VALIDATION_ERROR'
  | 'EXECUTION_ERROR'
  | 'CAPACITY_REACHED'
  | 'FACTORY_ERROR'
  | 'SESSION_ERROR';

export type WireAction =
  | { readonly type: 'list_tools'; readonly metadata?: JsonObject }
  | {
      readonly type: 'call_tool';
      readonly tool_name: string;
      readonly arguments: JsonObject;
      readonly metadata?: JsonObject;
    };

export type WireRequest =
  | { readonly type: 'reset'; readonly params: JsonObject }
  | { readonly type: 'step'; readonly action: WireAction }
  | { readonly type: 'state' }
  | { readonly type: 'close' }
  | { readonly type: 'mcp'; readonly payload: JsonObject }
  | { readonly type: 'unknown'; readonly name: string };

export interface WireErrorData {
  readonly message: string;
  readonly code: WireErrorCode;
  readonly errors?: readonly PydanticError[];
  readonly active_sessions?: number;
  readonly max_sessions?: number;
  readonly factory_name?: string;
}

/**
 * What a message asks for.
 *
 * @throws PydanticValidationError for wrong or extra fields, in the reference's words
 */
export function parseRequest(message: JsonObject): WireRequest {
  const type: unknown = message['type'] === undefined ? '' : message['type'];
  switch (type) {
    case 'reset':
      return { type, params: dataOf(message, 'WSResetMessage', 'optional') };
    case 'step':
      return { type, action: parseAction(dataOf(message, 'WSStepMessage', 'required')) };
    case 'mcp':
      return { type, payload: dataOf(message, 'WSMCPMessage', 'required') };
    case 'state':
    case 'close': {
      const errors = extras(message, ['type']);
      if (errors.length > 0) {
        throw new PydanticValidationError(type === 'state' ? 'WSStateMessage' : 'WSCloseMessage', errors);
      }
      return { type };
    }
    default:
      return { type: 'unknown', name: pythonStr(type) };
  }
}

function dataOf(message: JsonObject, model: string, need: 'optional' | 'required'): JsonObject {
  const errors: PydanticError[] = [];
  const data = message['data'];
  if (data === undefined) {
    if (need === 'required') errors.push(pydantic.missing(['data'], message));
  } else if (!isJsonObject(data)) {
    errors.push(pydantic.dict(['data'], data));
  }
  errors.push(...extras(message, ['type', 'data']));
  if (errors.length > 0) throw new PydanticValidationError(model, errors);
  return isJsonObject(data) ? data : {};
}

const ACTION_MODEL = 'tagged-union[ListToolsAction,CallToolAction]';

/** @throws PydanticValidationError */
export function parseAction(data: JsonObject): WireAction {
  const type = data['type'];
  if (type === undefined) throw new PydanticValidationError(ACTION_MODEL, [pydantic.noTag(data)]);
  if (type !== 'list_tools' && type !== 'call_tool') {
    throw new PydanticValidationError(ACTION_MODEL, [
      pydantic.badTag(data, type, ['list_tools', 'call_tool']),
    ]);
  }
  const errors: PydanticError[] = [];
  const metadata = optionalDict(data, 'metadata', type, errors);
  if (type === 'list_tools') {
    errors.push(...extras(data, ['metadata', 'type'], [type]));
    if (errors.length > 0) throw new PydanticValidationError(ACTION_MODEL, errors);
    return metadata === undefined ? { type } : { type, metadata };
  }
  const toolName = data['tool_name'];
  if (toolName === undefined) errors.push(pydantic.missing([type, 'tool_name'], data));
  else if (typeof toolName !== 'string') errors.push(pydantic.string([type, 'tool_name'], toolName));
  const args = optionalDict(data, 'arguments', type, errors) ?? {};
  errors.push(...extras(data, ['metadata', 'type', 'tool_name', 'arguments'], [type]));
  if (errors.length > 0 || typeof toolName !== 'string')
    throw new PydanticValidationError(ACTION_MODEL, errors);
  const action = { type, tool_name: toolName, arguments: args } as const;
  return metadata === undefined ? action : { ...action, metadata };
}

function optionalDict(
  data: JsonObject,
  key: string,
  tag: string,
  errors: PydanticError[],
): JsonObject | undefined {
  const value = data[key];
  if (value === undefined || isJsonObject(value)) return value;
  errors.push(pydantic.dict([tag, key], value));
  return undefined;
}

/** The frame around an observation that is JSON text already, so that a large one is encoded once. */
export function observationFrame(parts: {
  readonly observationJson: string;
  readonly rewardJson: string;
  readonly done: boolean;
  readonly metadata: JsonObject | undefined;
}): string {
  const metadata = parts.metadata === undefined ? '' : `,"metadata":${JSON.stringify(parts.metadata)}`;
  return `{"type":"observation","data":{"observation":${parts.observationJson},"reward":${parts.rewardJson},"done":${parts.done}${metadata}}}`;
}

export function errorFrame(data: WireErrorData): string {
  return JSON.stringify({ type: 'error', data });
}
