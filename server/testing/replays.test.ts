import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_DIR } from '../config.ts';
import type { EpisodeRecord } from '../store/types.ts';
import { createEngineFixture, type EngineFixture } from './engine-fixture.ts';
import { goldRun, play, recordedRuns, SAMPLE_PACK, type Run } from './replay.ts';

/** The same calls lead to the same state, whenever they are made: what groups, trees and compare stand on. */

const recorded = recordedRuns();
/** A wall-clock second and more between two runs, so that every written 'now' differs. */
const APART_MS = 1200;

let fixture: EngineFixture;
let golds: readonly Run[];

beforeAll(async () => {
  const packs = [join(PROJECT_DIR, 'scenarios'), ...(recorded.length > 0 ? [SAMPLE_PACK] : [])];
  fixture = await createEngineFixture(packs);
  const withGold = fixture.dataset.list().filter(({ pack }) => pack === 'scenarios');
  golds = await Promise.all(withGold.map(({ key }) => goldRun(fixture, key, 0)));
}, 60_000);

afterAll(() => fixture[Symbol.asyncDispose]());

async function playAll(runs: readonly Run[], options?: Record<string, unknown>): Promise<string[]> {
  const ids: string[] = [];
  for (const run of runs) ids.push(await play(fixture, run, options));
  return ids;
}

async function ends(ids: readonly string[]): Promise<(EpisodeRecord | undefined)[]> {
  await fixture.store.settled();
  return ids.map((id) => fixture.store.episode(id));
}

/** Names of the runs whose two plays ended in different states, or in none. */
async function differing(
  runs: readonly Run[],
  first: readonly string[],
  second: readonly string[],
  field: 'finalNormalised' | 'finalHash',
): Promise<string[]> {
  const [a, b] = [await ends(first), await ends(second)];
  return runs.flatMap(({ scenario, taskIdx }, i) => {
    const [one, two] = [a[i]?.[field] ?? 'none', b[i]?.[field] ?? 'no other'];
    return one === two && a[i]?.initialHash !== a[i]?.finalHash ? [] : [`${scenario} ${String(taskIdx)}`];
  });
}

function withArgument(run: Run, edit: (text: string) => string): Run {
  const calls = run.calls.map((call) => ({
    ...call,
    arguments: JSON.parse(edit(JSON.stringify(call.arguments))) as Readonly<Record<string, unknown>>,
  }));
  return { ...run, calls };
}

describe('runs with the clock running', () => {
  it('of every starter scenario and every recording end in one normalised state, a second apart', async () => {
    const runs = [...golds.filter(({ calls }) => calls.length > 0), ...recorded];
    const first = await playAll(runs);
    await sleep(APART_MS);
    const second = await playAll(runs);
    const still = await differing(runs, first, second, 'finalNormalised');
    // Task 0 of a starter scenario may be one that only asks.
    const readOnly = still.filter((name) => !recorded.some(({ scenario }) => name.startsWith(scenario)));
    for (const name of readOnly) {
      const i = runs.findIndex(({ scenario, taskIdx }) => name === `${scenario} ${String(taskIdx)}`);
      const [a, b] = await ends([first[i] ?? '', second[i] ?? '']);
      expect(a?.finalHash, name).toBe(a?.initialHash);
      expect(a?.finalNormalised, name).toBe(b?.finalNormalised);
    }
    expect(still.filter((name) => !readOnly.includes(name))).toEqual([]);
  }, 180_000);

  it('sixteen of one gold run end in one normalised state; another business date in another', async () => {
    const run = await goldRun(fixture, 'household_budget', 0);
    const ids: string[] = [];
    for (let batch = 0; batch < 4; batch++) {
      ids.push(...(await Promise.all(Array.from({ length: 4 }, () => play(fixture, run)))));
      await sleep(400);
    }
    const episodes = await ends(ids);
    expect(new Set(episodes.map((episode) => episode?.finalNormalised)).size).toBe(1);
    expect(new Set(episodes.map((episode) => episode?.finalHash)).size).toBeGreaterThan(1);
    const [normalised] = episodes.map((episode) => episode?.finalNormalised);
    expect(normalised).toMatch(/^[0-9a-f]{64}$/);
    const moved = withArgument(run, (text) => text.replace(/\b(\d{4}-\d\d)-(\d\d)\b/g, moveDay));
    const [other] = await ends([await play(fixture, moved)]);
    expect(other?.finalNormalised).toMatch(/^[0-9a-f]{64}$/);
    expect(other?.finalNormalised).not.toBe(normalised);
  }, 120_000);
});

describe('runs with a clock of their own', () => {
  it('end in the same bytes', async () => {
    const options = { clock: { start: '2025-03-01T09:00:00Z', tick_ms: 1000 }, seed: 7 };
    const runs = [...golds, ...recorded.slice(0, 3)];
    const first = await playAll(runs, options);
    await sleep(APART_MS);
    const second = await playAll(runs, options);
    const [a, b] = [await ends(first), await ends(second)];
    expect(a.map((episode) => episode?.finalHash)).toEqual(b.map((episode) => episode?.finalHash));
    for (const [i, id] of first.entries()) {
      const [one, two] = [fixture.store.steps(id), fixture.store.steps(second[i] ?? '')];
      expect(one.map((step) => step.dbAfter)).toEqual(two.map((step) => step.dbAfter));
      // The trajectory's path names the episode; all else is the same.
      const said = (steps: typeof one) => steps.slice(0, -1).map((step) => step.observationJson);
      expect(said(one)).toEqual(said(two));
    }
  }, 120_000);
});

function moveDay(_match: string, month: string, day: string): string {
  return `${month}-${day === '15' ? '16' : '15'}`;
}
