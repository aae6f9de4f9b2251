import { describe, expect, it } from 'vitest';
import { observationFrame, parseAction, parseRequest } from './openenv.ts';
import { PydanticValidationError } from './pydantic.ts';
import type { JsonObject } from './pydantic.ts';

function errorsOf(run: () => unknown): PydanticValidationError {
  try {
    run();
  } catch (error) {
    if (error instanceof PydanticValidationError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('parseRequest', () => {
  it('takes each message', () => {
    expect(parseRequest({ type: 'reset' })).toEqual({ type: 'reset', params: {} });
    expect(parseRequest({ type: 'step', data: { type: 'list_tools' } })).toEqual({
      type: 'step',
      action: { type: 'list_tools' },
    });
    expect(parseRequest({ type: 'state' })).toEqual({ type: 'state' });
    expect(parseRequest({ type: 'mcp', data: { id: 1 } })).toEqual({ type: 'mcp', payload: { id: 1 } });
  });

  it('names unknown types as Python prints them', () => {
    const names = [{}, { type: null }, { type: 5 }, { type: [1, 'a'] }, { type: true }].map(
      (message: JsonObject) => parseRequest(message),
    );
    expect(names.map((request) => (request.type === 'unknown' ? request.name : '?'))).toEqual([
      '',
      'None',
      '5',
      "[1, 'a']",
      'True',
    ]);
  });

  it('reports wrong data first, then extra keys as sent', () => {
    const error = errorsOf(() => parseRequest({ type: 'reset', data: null, q: 1, b: {} }));
    expect(error.errors.map(({ type, loc, input }) => ({ type, loc, input }))).toEqual([
      { type: 'dict_type', loc: ['data'], input: null },
      { type: 'extra_forbidden', loc: ['q'], input: 1 },
      { type: 'extra_forbidden', loc: ['b'], input: {} },
    ]);
    expect(errorsOf(() => parseRequest({ type: 'close', data: {} })).errors[0]?.loc).toEqual(['data']);
  });
});

describe('parseAction', () => {
  it('reports fields in the order of the model, extras last', () => {
    const error = errorsOf(() =>
      parseAction({ type: 'call_tool', zz: 1, tool_name: 5, arguments: [], metadata: null, aa: 2 }),
    );
    expect(error.errors.map(({ type, loc }) => [type, loc.join('.')])).toEqual([
      ['dict_type', 'call_tool.metadata'],
      ['string_type', 'call_tool.tool_name'],
      ['dict_type', 'call_tool.arguments'],
      ['extra_forbidden', 'call_tool.zz'],
      ['extra_forbidden', 'call_tool.aa'],
    ]);
  });

  it('keeps the metadata and defaults the arguments', () => {
    expect(parseAction({ type: 'call_tool', tool_name: 'x', metadata: { note: 'kept' } })).toEqual({
      type: 'call_tool',
      tool_name: 'x',
      arguments: {},
      metadata: { note: 'kept' },
    });
  });

  it('has the message of pydantic', () => {
    expect(errorsOf(() => parseAction({ type: 'call_tool' })).message).toBe(
      '1 validation error for tagged-union[ListToolsAction,CallToolAction]\ncall_tool.tool_name\n' +
        "  Field required [type=missing, input_value={'type': 'call_tool'}, input_type=dict]\n" +
        '    For further information visit https://errors.pydantic.dev/2.12/v/missing',
    );
    expect(errorsOf(() => parseAction({ type: "it's" })).errors[0]?.msg).toBe(
      "Input tag 'it's' found using 'type' does not match any of the expected tags: 'list_tools', 'call_tool'",
    );
  });
});

describe('observationFrame', () => {
  it('splices JSON text and adds metadata only when present', () => {
    const parts = { observationJson: '{"a":1}', rewardJson: '0.0', done: false };
    expect(observationFrame({ ...parts, metadata: undefined })).toBe(
      '{"type":"observation","data":{"observation":{"a":1},"reward":0.0,"done":false}}',
    );
    expect(observationFrame({ ...parts, metadata: { http_status: 404 } })).toContain(
      ',"done":false,"metadata":{"http_status":404}}}',
    );
  });
});
