import { describe, expect, it } from 'vitest';
import { readObservation } from './reading.ts';

describe('readObservation', () => {
  it('shows what the tool answered, as it wrote it', () => {
    const json = JSON.stringify({ reward_type: 'tool_call_ok', tool_result: '{\n  "a": 1.0\n}' });
    expect(readObservation(json)).toMatchObject({ text: '{\n  "a": 1.0\n}', kind: 'result', warning: null });
  });

  it('shows the error before anything else', () => {
    const json = JSON.stringify({
      reward_type: 'invalid_args',
      error: "Input validation error: 'x'",
      tool_result: '',
    });
    expect(readObservation(json)).toMatchObject({ kind: 'error', text: "Input validation error: 'x'" });
  });

  it('shows the verifier’s result', () => {
    const json = JSON.stringify({ reward_type: 'complete', verify_result: { execution_status: 'success' } });
    expect(readObservation(json).text).toContain('"execution_status": "success"');
  });

  it('says first why the judge did not judge', () => {
    const verify_result = { order: { status: 'sent' }, llm_judge: { error: 'no endpoint' } };
    const json = JSON.stringify({ reward_type: 'judge_error', verify_result });
    expect(readObservation(json)).toMatchObject({ kind: 'verify', warning: 'no endpoint' });
  });

  it('says where there is nothing', () => {
    expect(readObservation('{"reward_type":"tool_call_ok"}').kind).toBe('none');
  });

  it('keeps numbers as the result spells them', () => {
    const json = JSON.stringify({ tool_result: '{"a": 1.0, "b": 9007199254740993}' });
    expect(JSON.stringify(readObservation(json).value)).toBe('{"a":1.0,"b":9007199254740993}');
  });

  it('tells a list of tools', () => {
    const reading = readObservation('{"tools":[{"name":"a"}]}');
    expect(reading).toMatchObject({ kind: 'tools', value: [{ name: 'a' }] });
  });

  it('leaves what is no object, or no JSON, as it is', () => {
    expect(readObservation('[1]')).toMatchObject({ kind: 'result', text: '[1]', value: undefined });
    expect(readObservation('{"error":"abc')).toMatchObject({ text: '{"error":"abc' });
    expect(readObservation('{"tool_result":"{not JSON"}')).toMatchObject({
      text: '{not JSON',
      value: undefined,
    });
  });
});
