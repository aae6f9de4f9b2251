import { describe, expect, it } from 'vitest';
import type { PaletteItem } from './items.ts';
import { indexItems, searchItems } from './search.ts';

const tool = (text: string, detail = ''): PaletteItem => ({
  id: text,
  group: 'tools',
  text,
  detail,
  href: '?',
});
const ITEMS: readonly PaletteItem[] = [
  tool('list_staking_pools', 'Retrieve pools'),
  tool('create_staking_position', 'Create a staking position'),
  tool('get_wallet'),
  { id: 's7', group: 'steps', text: 'Step 7 create_staking_position', href: '?step=7' },
  { id: 'theme', group: 'actions', text: 'Dark theme', run: () => undefined },
  { id: 'bank', group: 'scenarios', text: 'banking_fintech_2', href: '/scenarios/banking_fintech_2' },
  { id: 't0', group: 'tasks', text: 'Stake 12 SOL from my wallet', href: '/scenarios/b?task=0' },
];
const index = indexItems(ITEMS);
const ids = (query: string) =>
  searchItems(index, query).map(({ group, hits }) => [group, ...hits.map(({ item }) => item.id)]);

describe('palette search', () => {
  it('finds every word, in the text or the detail, by group', () => {
    expect(ids('stak')).toEqual([
      ['tools', 'list_staking_pools', 'create_staking_position'],
      ['steps', 's7'],
      ['tasks', 't0'],
    ]);
    expect(ids('staking retrieve')).toEqual([['tools', 'list_staking_pools']]);
    expect(ids('nowhere')).toEqual([]);
  });

  it('ranks a beginning over a part, a part over the detail, the detail over scattered letters', () => {
    const ranked = searchItems(
      indexItems([
        tool('p_o_o_l'),
        tool('other', 'a pool'),
        tool('carpool'),
        tool('a_pool'),
        tool('pools'),
        tool('pool'),
      ]),
      'pool',
    );
    expect(ranked[0]?.hits.map(({ item }) => item.text)).toEqual([
      'pool',
      'pools',
      'a_pool',
      'carpool',
      'other',
      'p_o_o_l',
    ]);
  });

  it('is narrowed by a prefix', () => {
    expect(ids('>')).toEqual([['steps', 's7']]);
    expect(ids(': dark')).toEqual([['actions', 'theme']]);
    expect(ids('@bank')).toEqual([['scenarios', 'bank']]);
  });

  it('marks what was found, joined where it touches', () => {
    const marksFor = (query: string) => searchItems(index, query)[0]?.hits[0]?.marks;
    expect(marksFor('get_w')).toEqual([[0, 5]]);
    expect(marksFor('wallet get')).toEqual([
      [0, 3],
      [4, 10],
    ]);
    expect(marksFor('gwlt')).toEqual([
      [0, 1],
      [4, 5],
      [6, 7],
      [9, 10],
    ]);
  });

  it('shows a few of each group and counts all', () => {
    const many = indexItems(Array.from({ length: 20 }, (_, n) => tool(`tool_${String(n)}`)));
    const [group] = searchItems(many, 'tool');
    expect(group?.hits).toHaveLength(8);
    expect(group?.total).toBe(20);
  });

  it('leaves the tasks out until something is typed', () => {
    expect(ids('').map(([group]) => group)).toEqual(['tools', 'steps', 'actions', 'scenarios']);
  });
});
