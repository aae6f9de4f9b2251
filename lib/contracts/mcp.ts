import { extras, isJsonObject, pydantic, PydanticValidationError } from './pydantic.ts';
import type { JsonObject, PydanticError } from './pydantic.ts';
import { toNumber } from '../util/raw-number.ts';

/** OpenEnv's JSON-RPC at POST /mcp and in `{"type":"mcp"}` frames: https://www.jsonrpc.org/specification */
const RPC_ERRORS = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  server: -32000,
} as const;

export type RpcErrorName = keyof typeof RPC_ERRORS;
export type RpcId = string | number | null;

export interface RpcRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly id: RpcId;
}

/**
 * A request as the reference's pydantic model takes it.
 *
 * @throws PydanticValidationError
 */
export function parseRpcRequest(message: JsonObject): RpcRequest {
  const errors: PydanticError[] = [];
  const version = message['jsonrpc'];
  if (version === undefined) errors.push(pydantic.missing(['jsonrpc'], message));
  else if (version !== '2.0') errors.push(pydantic.literal(['jsonrpc'], version, '2.0'));
  const method = message['method'];
  if (method === undefined) errors.push(pydantic.missing(['method'], message));
  else if (typeof method !== 'string') errors.push(pydantic.string(['method'], method));
  const params = message['params'] === undefined ? {} : message['params'];
  if (!isJsonObject(params)) errors.push(pydantic.dict(['params'], params));
  const id = parseId(message['id'], errors);
  errors.push(...extras(message, ['jsonrpc', 'method', 'params', 'id']));
  if (errors.length > 0 || typeof method !== 'string' || !isJsonObject(params)) {
    throw new PydanticValidationError('JsonRpcRequest', errors);
  }
  return { method, params, id };
}

/** `Optional[Union[str, int]]`: whole floats and booleans become integers. */
function parseId(value: unknown, errors: PydanticError[]): RpcId {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = toNumber(value);
  if (number !== undefined && Number.isInteger(number)) return number;
  errors.push(pydantic.string(['id', 'str'], value));
  errors.push(
    number === undefined ? pydantic.integer(['id', 'int'], value) : pydantic.fractional(['id', 'int'], value),
  );
  return null;
}

/** `resultJson` is JSON text already. */
export function rpcResult(id: RpcId, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}`;
}

export function rpcError(
  id: RpcId,
  name: RpcErrorName,
  message: string,
  data: JsonObject | null = null,
): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: RPC_ERRORS[name], message, data } });
}
