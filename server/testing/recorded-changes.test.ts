import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_DIR } from '../config.ts';
import { checkedChanges } from '../store/states/testing/plain-difference.ts';
import { createEngineFixture, type EngineFixture } from './engine-fixture.ts';
import { goldRun, play, recordedRuns, SAMPLE_PACK, type Run } from './replay.ts';

/** Change sets of real applications: every step of every run against SQL's own difference of the two databases. */

const recorded = recordedRuns();
const why = recorded.length > 0 ? '' : ' (skipped: ../shared/parity is absent)';

let fixture: EngineFixture;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'awm-changes-'));
  fixture = await createEngineFixture([
    join(PROJECT_DIR, 'scenarios'),
    ...(recorded.length > 0 ? [SAMPLE_PACK] : []),
  ]);
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

/** Plays a run; returns how many rows its steps changed. */
async function checkRun(run: Run): Promise<number> {
  const id = await play(fixture, run);
  const steps = fixture.store.steps(id);
  const at = async (seq: number) => {
    const path = join(dir, 'state.db');
    await fixture.store.snapshotTo(id, seq, path);
    return readFile(path);
  };
  let changed = 0;
  let before = await at(0);
  for (const { seq, wrote, toolName } of steps) {
    const where = `${run.scenario}, step ${String(seq)} (${toolName ?? ''})`;
    const told = await fixture.store.states.changes(id, { from: seq - 1, to: seq, offset: 0, limit: 100 });
    if (told.state !== 'ok') throw new Error(`${where}: ${told.message}`);
    if (!wrote) {
      expect(told, where).toMatchObject({ inserted: 0, deleted: 0, updated: 0, schema: [], tables: [] });
      continue;
    }
    const after = await at(seq);
    const { set, faults } = checkedChanges(dir, before, after);
    expect(faults, where).toEqual([]);
    const { inserted, deleted, updated, tables } = set;
    expect(told, where).toMatchObject({ from: seq - 1, to: seq, inserted, deleted, updated });
    expect(
      told.tables.map(({ rows }) => rows),
      where,
    ).toEqual(tables.map(({ rows }) => rows.slice(0, 100)));
    changed += inserted + deleted + updated;
    before = after;
  }
  const whole = checkedChanges(dir, await at(0), before);
  expect(whole.faults, `${run.scenario}, since start`).toEqual([]);
  return changed;
}

describe('the change sets of runs', () => {
  it('of every starter scenario’s gold solutions say what SQL says', async () => {
    const scenarios = fixture.dataset.list().filter(({ pack }) => pack === 'scenarios');
    let changed = 0;
    for (const { key } of scenarios)
      for (const taskIdx of [0, 1]) changed += await checkRun(await goldRun(fixture, key, taskIdx));
    expect(changed).toBeGreaterThan(5);
  }, 180_000);

  it.skipIf(recorded.length === 0)(`of ten sample scenarios are checked${why}`, () => {
    expect(recorded).toHaveLength(10);
  });

  it.each(recorded)(
    'of the recording of $scenario say what SQL says',
    async (run) => {
      expect(await checkRun(run)).toBeGreaterThan(0);
    },
    180_000,
  );
});
