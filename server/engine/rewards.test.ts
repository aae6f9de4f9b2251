import { describe, expect, it } from 'vitest';
import { classifyByStatus, classifyByText, DEFAULT_REWARDS, rewardOf } from './rewards.ts';

describe('classes by text, in the reference’s order', () => {
  it.each([
    ['Unknown tool: x', 'tool_not_found'],
    ['Error calling get. Status code: 404. Response: {"detail":"Order not found"}', 'tool_not_found'],
    ["Input validation error: 'name' is a required property", 'invalid_args'],
    ['Status code: 422. Response: {"detail":[{"type":"missing"}]}', 'invalid_args'],
    ['invalid: not found', 'tool_not_found'],
    ['Tool call timed out after 30.0s', 'timeout'],
    ['Status code: 500. Response: Internal Server Error', 'server_error'],
    ['Status code: 409. Response: {"detail":"Slot is taken"}', 'server_error'],
  ])('%s → %s', (text, expected) => {
    expect(classifyByText(text)).toBe(expected);
  });
});

describe('classes by status', () => {
  it.each([
    ['Unknown tool: x', null, 'tool_not_found'],
    ["Input validation error: 'a' is a required property", null, 'invalid_args'],
    ['… "Order not found"', 404, 'business_error'],
    ['… missing', 422, 'invalid_args'],
    ['… Internal Server Error', 500, 'server_error'],
  ] as const)('%s (%s) → %s', (text, status, expected) => {
    expect(classifyByStatus(text, status)).toBe(expected);
  });
});

describe('rewards', () => {
  it('gives format errors −1, unknown types 0.0', () => {
    expect(rewardOf(DEFAULT_REWARDS, 'invalid_args')).toEqual({ value: -1, json: '-1.0' });
    expect(rewardOf(DEFAULT_REWARDS, 'others')).toEqual({ value: 0, json: '0.0' });
    expect(rewardOf(DEFAULT_REWARDS, 'incomplete').json).toBe('0.1');
  });

  it('keeps −1 for format errors that a config does not name', () => {
    expect(rewardOf({ tool_call_ok: { value: 0.25, json: '0.25' } }, 'tool_not_found').value).toBe(-1);
  });
});
