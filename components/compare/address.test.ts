import { describe, expect, it } from 'vitest';
import { pickState, readAddress, writeStates } from './address.ts';

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);

describe('the address of a comparison', () => {
  it('holds runs, how they are aligned, and the picked pair', () => {
    const at = [
      { id: A, seq: 3 },
      { id: B, seq: 0 },
    ];
    const search = new URLSearchParams({ ids: `${A},${B}`, by: 'state', at: writeStates(at) ?? '' });
    expect(readAddress(search)).toMatchObject({ ids: [A, B], view: 'paths', by: 'state', at });
  });

  it('leaves out what is no run or no state', () => {
    const search = new URLSearchParams({
      ids: `${A},${A},../etc,${'g'.repeat(32)},`,
      at: `${A}:x,${B}:-1,:3`,
    });
    expect(readAddress(search)).toMatchObject({ ids: [A], at: [], node: null });
  });

  it('shows a selection as a group', () => {
    expect(readAddress(new URLSearchParams({ selection: 's1' })).view).toBe('group');
    expect(readAddress(new URLSearchParams({ ids: A, view: 'group' })).view).toBe('group');
  });

  it('picks two states, lets go of a picked one, begins anew with a third', () => {
    const first = pickState([], { id: A, seq: 1 });
    const both = pickState(first, { id: B, seq: 2 });
    expect(both).toEqual([
      { id: A, seq: 1 },
      { id: B, seq: 2 },
    ]);
    expect(pickState(both, { id: A, seq: 1 })).toEqual([{ id: B, seq: 2 }]);
    expect(pickState(both, { id: A, seq: 9 })).toEqual([{ id: A, seq: 9 }]);
    expect(writeStates([])).toBeNull();
  });
});
