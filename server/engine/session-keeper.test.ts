import { expect, it } from 'vitest';
import type { KeptSession } from '../store/types.ts';
import { SessionKeeper } from './session-keeper.ts';

it('writes nothing of a session that is dropped: the next server must not take it up', () => {
  const rows = new Map<string, KeptSession>();
  const shelf = {
    all: () => [...rows.values()],
    put: (session: KeptSession) => rows.set(session.id, session).size > 0,
    drop: (id: string) => void rows.delete(id),
  };
  const kept: KeptSession = {
    id: 's',
    actor: 'human',
    transport: 'web',
    createdAtMs: 1,
    usedAtMs: 1,
    episodeId: null,
    reset: {},
    running: null,
    control: { id: 'page-one', number: 1 },
  };
  rows.set(kept.id, kept);
  const keeper = new SessionKeeper(shelf, kept);
  expect(keeper.isWritten).toBe(true);
  keeper.drop();
  keeper.holds(null);
  keeper.began('e', { scenario: 'library' });
  keeper.called(1, 'list_books');
  expect(rows.size).toBe(0);
  expect(keeper.isWritten).toBe(false);
});
