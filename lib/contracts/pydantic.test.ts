import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseLossless } from '../util/lossless-json.ts';
import { parseRpcRequest } from './mcp.ts';
import { parseAction, parseRequest } from './openenv.ts';
import { PydanticValidationError } from './pydantic.ts';
import type { JsonObject } from './pydantic.ts';

const PYTHON = new URL('../../.venv/bin/python', import.meta.url).pathname;

/** The reference's models (openenv 0.3.1), and what pydantic says of each message. */
const MODELS = `
import json, sys
from typing import Annotated, Any, Dict, Literal, Optional, Union
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

class Strict(BaseModel):
    model_config = ConfigDict(extra='forbid')
class Action(Strict):
    metadata: Dict[str, Any] = Field(default_factory=dict)
class ListToolsAction(Action):
    type: Literal['list_tools'] = 'list_tools'
class CallToolAction(Action):
    type: Literal['call_tool'] = 'call_tool'
    tool_name: str
    arguments: Dict[str, Any] = Field(default_factory=dict)
class WSResetMessage(Strict):
    type: Literal['reset'] = 'reset'
    data: Dict[str, Any] = Field(default_factory=dict)
class WSStepMessage(Strict):
    type: Literal['step'] = 'step'
    data: Dict[str, Any]
class WSStateMessage(Strict):
    type: Literal['state'] = 'state'
class JsonRpcRequest(Strict):
    jsonrpc: Literal['2.0']
    method: str
    params: Dict[str, Any] = Field(default_factory=dict)
    id: Optional[Union[str, int]] = None

action = TypeAdapter(Annotated[Union[ListToolsAction, CallToolAction], Field(discriminator='type')])
messages = {'reset': WSResetMessage, 'step': WSStepMessage, 'state': WSStateMessage}
def check(kind, value):
    try:
        if kind == 'action': action.validate_python(value)
        elif kind == 'rpc': JsonRpcRequest(**value)
        else: messages[value['type']](**value)
    except ValidationError as e:
        return [str(e), e.errors()]
print(json.dumps([check(kind, json.loads(text)) for kind, text in json.load(sys.stdin)]))
`;

const CASES: readonly (readonly ['action' | 'message' | 'rpc', string])[] = [
  ['action', '{}'],
  ['action', '{"type":"call_tool"}'],
  ['action', '{"type":"call_tool","zz":1,"tool_name":5,"arguments":[],"metadata":null,"aa":2.50}'],
  ['action', '{"type":"call_tool","tool_name":null,"arguments":"{}"}'],
  ['action', '{"type":"list_tools","tool_name":"it\'s \\"x\\" \\n é"}'],
  ['action', '{"type":5}'],
  ['action', '{"type":1.0,"a":12345678901234567890}'],
  ['action', '{"type":[null,true,{"a":"b"}]}'],
  ['action', '{"type":"it\'s","note":"a text that is so long that pydantic shows only both of its ends"}'],
  ['message', '{"type":"reset","data":null,"q":1,"b":{}}'],
  ['message', '{"type":"step","x":[1]}'],
  ['message', '{"type":"step","data":"x"}'],
  ['message', '{"type":"state","data":{}}'],
  ['rpc', '{}'],
  ['rpc', '{"jsonrpc":"1.0","method":"x"}'],
  ['rpc', '{"jsonrpc":"2.0","method":5,"params":[],"id":1.5,"q":1}'],
  ['rpc', '{"jsonrpc":"2.0","method":"x","id":[1],"params":null}'],
];

function ours(kind: 'action' | 'message' | 'rpc', text: string): PydanticValidationError {
  const value = parseLossless(text) as JsonObject;
  try {
    if (kind === 'action') parseAction(value);
    else if (kind === 'rpc') parseRpcRequest(value);
    else parseRequest(value);
  } catch (error) {
    if (error instanceof PydanticValidationError) return error;
    throw error;
  }
  throw new Error(`${text} was taken`);
}

describe.skipIf(!existsSync(PYTHON))('against pydantic itself', () => {
  it('has its errors, in its order and words', () => {
    const out = execFileSync(PYTHON, ['-c', MODELS], { input: JSON.stringify(CASES), encoding: 'utf8' });
    const wanted = JSON.parse(out) as [string, unknown[]][];
    CASES.forEach(([kind, text], index) => {
      const [message, errors] = wanted[index] ?? [];
      const error = ours(kind, text);
      expect([text, JSON.parse(JSON.stringify(error.errors))]).toEqual([text, errors]);
      expect([text, error.message]).toEqual([text, message]);
    });
  });
});
