import { describe, expect, it } from 'vitest';
import type { LiveStep } from '../../lib/contracts/live.ts';
import type { ToolInfo } from '../../lib/contracts/rest.ts';
import { argumentsInWords, groupOf, groupTools, toolFacts } from './tool-facts.ts';

const tool = (name: string, method: string | null, path: string | null): ToolInfo => ({
  name,
  description: '',
  inputSchema: {},
  method,
  path,
});

const call = (toolName: string, wrote: boolean): LiveStep =>
  ({ kind: 'call_tool', toolName, wrote }) as Partial<LiveStep> as LiveStep;

describe('a tool', () => {
  it.each([
    ['POST', '/api/staking-positions/{id}/unstake', 'staking_positions'],
    ['GET', '/v1/wallets', 'wallets'],
    ['GET', '/{tenant}/orders', 'orders'],
    [null, null, 'wallets'],
  ])('%s %s belongs to %s', (method, path, group) => {
    expect(groupOf(tool('list_wallets', method, path))).toBe(group);
  });

  it('reads by its method, writes by what its calls did, and is else not known', () => {
    const tools = [
      tool('a', 'GET', '/x'),
      tool('b', 'POST', '/x'),
      tool('c', 'POST', '/y'),
      tool('d', 'GET', '/y'),
    ];
    const facts = toolFacts(tools, [call('c', true), call('d', true), call('a', false), call('a', false)]);
    expect(facts.map(({ effect, used }) => [effect, used])).toEqual([
      ['read', 2],
      ['unknown', 0],
      ['write', 1],
      ['write', 1],
    ]);
    expect(groupTools(facts).map(({ name, tools: own }) => [name, own.length])).toEqual([
      ['x', 2],
      ['y', 2],
    ]);
  });
});

describe('arguments in words', () => {
  it.each([
    ['{"wallet_id": 2, "staking_pool_id": 3, "note": "a", "more": 1}', 'wallet 2 · pool 3 · a'],
    ['{"q": null, "list": [1], "flag": true}', 'flag true'],
    ['{}', ''],
    ['{"cut', ''],
  ])('%s: %s', (json, words) => {
    expect(argumentsInWords(json)).toBe(words);
  });
});
