import { describe, expect, it } from 'vitest';
import { shortToolNames } from './short-tool-names.ts';

function short(...tools: string[]): readonly string[] {
  const names = shortToolNames(tools);
  return tools.map((tool) => names.get(tool) ?? '');
}

describe('shortToolNames', () => {
  it.each([
    ['create_staking_position_from_wallet', 'create position'],
    ['list_staking_pools', 'list pools'],
    ['get_patient_by_id', 'get patient'],
    ['listAllPets', 'list pets'],
    ['search', 'search'],
    ['', ''],
  ])('%s → %s', (tool, name) => {
    expect(short(tool)).toEqual([name]);
  });

  it('gives back the words that tell two tools apart', () => {
    expect(short('list_staking_positions', 'list_margin_positions')).toEqual([
      'list staking positions',
      'list margin positions',
    ]);
    expect(short('get_order_by_id', 'get_order_by_code', 'list_orders')).toEqual([
      'get order by id',
      'get order by code',
      'list orders',
    ]);
  });

  it('keeps names unique where even all words meet', () => {
    expect(short('get_order', 'get__order')).toEqual(['get_order', 'get__order']);
  });

  it('takes a tool that stands twice as one', () => {
    expect(short('list_staking_pools', 'list_staking_pools')).toEqual(['list pools', 'list pools']);
  });
});
