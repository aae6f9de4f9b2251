import { AppError } from '../../../lib/contracts/errors.ts';
import { MAX_FRAME_IN_BYTES, observationFrame, parseRequest } from '../../../lib/contracts/openenv.ts';
import type { WireRequest } from '../../../lib/contracts/openenv.ts';
import { isJsonObject, PydanticValidationError } from '../../../lib/contracts/pydantic.ts';
import { parseLossless, PythonJsonLimitError } from '../../../lib/util/lossless-json.ts';
import { PythonJsonError } from '../../../lib/util/python-json.ts';
import { pythonTypeName } from '../../../lib/util/python-repr.ts';
import type { EngineSession } from '../../engine/types.ts';
import { fatal, refusal } from './connection.ts';
import type { Incoming, Reply } from './connection.ts';
import type { OpenEnvRpc } from './json-rpc.ts';

export interface MessageContext {
  readonly session: EngineSession;
  readonly rpc: OpenEnvRpc;
}

/** One message of `/ws` to its answer. Never rejects: every failure has its frame. */
export async function handleMessage(
  context: MessageContext,
  incoming: Incoming,
  signal: AbortSignal,
): Promise<Reply> {
  switch (incoming.kind) {
    case 'oversize':
      return refusal({
        message: `The message has ${incoming.bytes} bytes, more than the ${MAX_FRAME_IN_BYTES} that a frame may have; nothing was run.`,
        code: 'EXECUTION_ERROR',
      });
    case 'binary':
      // What the reference says: it looks for the key 'text' of the frame.
      return fatal({ message: "'text'", code: 'SESSION_ERROR' });
    case 'text':
      return handleText(context, incoming.text, signal);
  }
}

async function handleText(context: MessageContext, text: string, signal: AbortSignal): Promise<Reply> {
  let message: unknown;
  try {
    message = parseLossless(text);
  } catch (error) {
    if (error instanceof PythonJsonError) {
      return refusal({ message: `Invalid JSON: ${error.message}`, code: 'INVALID_JSON' });
    }
    if (error instanceof PythonJsonLimitError)
      return fatal({ message: error.message, code: 'SESSION_ERROR' });
    return fatal({ message: String(error), code: 'SESSION_ERROR' });
  }
  if (!isJsonObject(message)) {
    const type = pythonTypeName(message);
    return fatal({ message: `'${type}' object has no attribute 'get'`, code: 'SESSION_ERROR' });
  }
  try {
    return await answer(context, parseRequest(message), signal);
  } catch (error) {
    if (error instanceof PydanticValidationError) {
      return refusal({ message: 'Invalid message', code: 'VALIDATION_ERROR', errors: error.errors });
    }
    if (error instanceof AppError && error.code === 'session_closed') {
      return fatal({ message: error.message, code: 'SESSION_ERROR' });
    }
    return refusal({
      message: error instanceof Error ? error.message : String(error),
      code: 'EXECUTION_ERROR',
    });
  }
}

async function answer(
  { session, rpc }: MessageContext,
  request: WireRequest,
  signal: AbortSignal,
): Promise<Reply> {
  switch (request.type) {
    case 'reset':
      return { kind: 'frame', text: observationFrame(await session.reset(request.params, signal)) };
    case 'step':
      return { kind: 'frame', text: observationFrame(await session.step(request.action, signal)) };
    case 'state':
      return { kind: 'frame', text: JSON.stringify({ type: 'state', data: session.state() }) };
    case 'mcp': {
      const response = await rpc.handle(request.payload, { session, signal });
      return { kind: 'frame', text: `{"type":"mcp","data":${response}}` };
    }
    case 'close':
      return { kind: 'close' };
    case 'unknown':
      return refusal({ message: `Unknown message type: ${request.name}`, code: 'UNKNOWN_TYPE' });
  }
}
