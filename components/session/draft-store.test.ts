// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { createDraftStore } from './draft-store.ts';

const KEY = 'awm.drafts.s1';
const store = (state: unknown, version: number): void =>
  sessionStorage.setItem(KEY, JSON.stringify({ state, version }));

beforeEach(() => sessionStorage.clear());

describe('drafts', () => {
  it('survive a reload, whatever they hold', () => {
    const draft = {
      state: 'object',
      entries: {
        a: { state: 'absent', kept: { state: 'value', text: '12,' } },
        b: { state: 'array', items: [{ id: 3, draft: { state: 'raw', text: '{' } }] },
      },
      extras: [{ id: 1, key: 'k', draft: { state: 'union', branch: 2, drafts: { 2: { state: 'null' } } } }],
      order: ['k', 'b'],
    } as const;
    const kept = { draft, json: { text: '{"a": ', seed: '{}' } };
    createDraftStore('s1')
      .getState()
      .actions.edit('tool', () => kept);
    expect(createDraftStore('s1').getState().tools).toEqual({ tool: kept });
    expect(createDraftStore('s2').getState().tools).toEqual({});
  });

  it('of the first version are taken over', () => {
    store(
      { tools: { tool: { x: { state: 'value', text: '7' }, y: { state: 'null' } } }, finalAnswer: 'done' },
      1,
    );
    const { tools, finalAnswer } = createDraftStore('s1').getState();
    expect(finalAnswer).toBe('done');
    expect(tools['tool']?.draft).toMatchObject({
      entries: { x: { state: 'value', text: '7' }, y: { state: 'null' } },
    });
  });

  it('that cannot be read are dropped alone', () => {
    const good = { draft: { state: 'absent' }, json: null };
    store({ tools: { good, bad: { draft: { state: 'strange' } } }, finalAnswer: 1 }, 2);
    expect(createDraftStore('s1').getState()).toMatchObject({ tools: { good }, finalAnswer: '' });
    expect(createDraftStore('s1').getState().tools).not.toHaveProperty('bad');
    store('nonsense', 2);
    expect(createDraftStore('s1').getState().tools).toEqual({});
  });
});
