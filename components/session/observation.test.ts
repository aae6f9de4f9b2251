import { describe, expect, it } from 'vitest';
import { readObservation } from './observation.ts';

describe('readObservation', () => {
  it('shows what the tool answered, as it wrote it', () => {
    const json = JSON.stringify({ reward_type: 'tool_call_ok', tool_result: '{\n  "a": 1.0\n}' });
    expect(readObservation(json, true)).toEqual({ text: '{\n  "a": 1.0\n}', kind: 'result', warning: null });
  });

  it('shows the error before anything else', () => {
    const json = JSON.stringify({
      reward_type: 'invalid_args',
      error: "Input validation error: 'x'",
      tool_result: '',
    });
    expect(readObservation(json, true)).toMatchObject({ kind: 'error', text: "Input validation error: 'x'" });
  });

  it('shows the verifier’s result', () => {
    const json = JSON.stringify({ reward_type: 'complete', verify_result: { execution_status: 'success' } });
    expect(readObservation(json, true).text).toContain('"execution_status": "success"');
  });

  it('says first why the judge did not judge', () => {
    const verify_result = { order: { status: 'sent' }, llm_judge: { error: 'no endpoint' } };
    const json = JSON.stringify({ reward_type: 'judge_error', verify_result });
    expect(readObservation(json, true)).toMatchObject({ kind: 'result', warning: 'no endpoint' });
  });

  it('says where there is nothing', () => {
    expect(readObservation('{"reward_type":"tool_call_ok"}', true).kind).toBe('none');
  });

  it('shows the beginning of a result that was cut, even through an escape', () => {
    const json = JSON.stringify({ reward_type: 'tool_call_ok', tool_result: '{\n "a": "é"}' });
    const start = json.indexOf('"tool_result":"') + 15;
    for (let end = start; end < json.length - 2; end += 1) {
      const { text } = readObservation(json.slice(0, end), false);
      expect('{\n "a": "é"}'.startsWith(text)).toBe(true);
    }
    expect(readObservation('{"tool_result":"a\\u00', false).text).toBe('a');
  });

  it('leaves what was cut, or is no object, as it is', () => {
    expect(readObservation('{"error":"abc', false).text).toBe('{"error":"abc');
    expect(readObservation('[1]', true).text).toBe('[1]');
  });
});
