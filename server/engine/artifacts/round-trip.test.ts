import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_DIR } from '../../config.ts';
import { createEngineFixture, type EngineFixture } from '../../testing/engine-fixture.ts';
import { goldRun } from '../../testing/replay.ts';
import { tempDir } from '../../store/testing.ts';
import { createLog } from '../../log.ts';
import { sessionsRoot } from '../engine.ts';
import { exportZip } from './export-zip.ts';
import { toolNamesOf } from './tool-names.ts';
import { StateRebuilder } from './rebuild-states.ts';
import { createLibrary } from './testing/library.ts';

const PACK = join(PROJECT_DIR, 'scenarios');
let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await createEngineFixture([PACK]);
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** A gold run that lists tools, errs once, verifies and is kept. */
async function playGold(scenario: string, clock?: object): Promise<{ id: string; dir: string }> {
  const session = fixture.engine.createSession({ actor: 'agent', transport: 'test' });
  await session.reset({
    scenario,
    task_idx: 0,
    options: { run: { experiment: 'x', train_step: 3, tags: ['a'] }, ...(clock && { clock }) },
  });
  await session.step({ type: 'list_tools' });
  await session.step({ type: 'call_tool', tool_name: 'no_such_tool', arguments: {} });
  const { calls } = await goldRun(fixture, scenario, 0);
  for (const call of calls)
    await session.step({
      type: 'call_tool',
      tool_name: call.tool,
      arguments: call.arguments,
      metadata: { message: 'Next I <b>call</b> this.' },
    });
  const gold = await fixture.dataset.gold(scenario, 0);
  await session.step({
    type: 'call_tool',
    tool_name: 'verify',
    arguments: { verifier_mode: 'code', final_answer: gold?.finalAnswer ?? '' },
  });
  const done = await session.step({
    type: 'call_tool',
    tool_name: 'done',
    arguments: { keep_session: true },
  });
  const id = fixture.store.episodes({ limit: 1 }).items[0]?.id ?? '';
  await fixture.store.settled();
  return { id, dir: String(done.observation['session_dir']) };
}

async function zipOf(id: string, path: string): Promise<void> {
  await writeFile(
    path,
    exportZip({ store: fixture.store, dataset: fixture.dataset, toolNames: toolNamesOf(fixture.host) }, [id]),
  );
}

describe('export and import', () => {
  it('give the same run: hashes, verdicts and every step', async () => {
    const { id } = await playGold('city_library');
    fixture.store.runs.setLabel(id, { by: 'Ada', outcome: 'complete', note: 'fine' });
    fixture.store.runs.addNote(id, { by: 'Ada', seq: 2, text: 'look' });
    using dir = tempDir();
    const path = join(dir.path, 'run.zip');
    await zipOf(id, path);
    await using library = await createLibrary(fixture.dataset);
    const [line, ...more] = await library.bring(path);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ outcome: 'ok', run: id });
    await library.store.settled();
    const before = fixture.store.episode(id);
    const after = library.store.episode(id);
    expect(after).toEqual({ ...before, sessionId: '', origin: 'imported' });
    expect(library.store.steps(id)).toEqual(fixture.store.steps(id));
    expect(library.store.recordedStates(id)).toEqual(fixture.store.recordedStates(id));
    expect(library.store.runs.labels(id)).toEqual(fixture.store.runs.labels(id));
    expect(library.store.runs.notes(id)).toEqual(fixture.store.runs.notes(id));
    const [a, b] = [fixture.store, library.store].map((store) => store.artifacts.raw(id));
    expect(b?.verdicts).toEqual(a?.verdicts);
    for (const { hash } of b?.states ?? [])
      expect(library.store.artifacts.state(hash).equals(fixture.store.artifacts.state(hash))).toBe(true);

    // Again: nothing is doubled, here or where it came from.
    expect(await library.bring(path)).toMatchObject([{ outcome: 'skipped', run: id }]);
    const second = join(dir.path, 'again.zip');
    await writeFile(second, exportZip({ store: library.store, dataset: fixture.dataset }, [id]));
    await using third = await createLibrary();
    expect(await third.bring(second)).toMatchObject([{ outcome: 'ok', run: id }]);
  });

  it('is a session folder for any other reader', async () => {
    const { id, dir } = await playGold('city_library');
    using out = tempDir();
    const path = join(out.path, 'run.zip');
    await zipOf(id, path);
    const { execFileSync } = await import('node:child_process');
    execFileSync('python3', ['-m', 'zipfile', '-e', path, out.path]);
    const folder = join(out.path, 'city_library', id);
    for (const name of ['trajectory.json', 'city_library.db', 'city_library_initial.db'])
      expect(readFileSync(join(folder, name), 'latin1'), name).toBe(readFileSync(join(dir, name), 'latin1'));
    expect(existsSync(join(folder, 'server.py'))).toBe(true);
    expect(existsSync(join(folder, 'server.log'))).toBe(true);
  });
});

describe('a kept session folder', () => {
  async function rebuilt(scenario: string, clock?: object) {
    const { id: played, dir } = await playGold(scenario, clock);
    const library = await createLibrary(fixture.dataset);
    const [line] = await library.bring(dir);
    const id = line?.run ?? '';
    const lines: unknown[] = [];
    await using rebuilder = new StateRebuilder(library.store, {
      host: fixture.host,
      dataset: fixture.dataset,
      sessionsDir: sessionsRoot(fixture.homeDir),
      toolTimeoutMs: 20_000,
      readyTimeoutMs: 50_000,
      log: createLog('silent'),
    });
    await rebuilder.rebuild(id, { signal: new AbortController().signal, line: (each) => lines.push(each) });
    await library.store.settled();
    return { library, id, played, lines };
  }

  it('gets the states between by replay, which are marked', async () => {
    const { library: made, id, played, lines } = await rebuilt('city_library');
    await using library = made;
    expect(lines).toMatchObject([{ outcome: 'ok' }]);
    const [theirs, ours] = [fixture.store.steps(played), library.store.steps(id)];
    expect(ours.map(({ kind }) => kind)).toEqual(
      theirs.filter(({ kind }) => kind !== 'done').map(({ kind }) => kind),
    );
    const calls = ours.filter(({ kind }) => kind === 'call_tool');
    expect(calls.every(({ problem }) => problem === null)).toBe(true);
    expect(calls.slice(0, -1).every(({ reconstructed }) => reconstructed)).toBe(true);
    expect(calls.at(-1)?.reconstructed).toBe(false);
    expect(calls.map(({ wrote }) => wrote)).toEqual(
      theirs.filter(({ kind }) => kind === 'call_tool').map(({ wrote }) => wrote),
    );
    // The played run's own states and the rebuilt ones are the same, times aside.
    expect(calls.map(({ normalisedAfter }) => normalisedAfter)).toEqual(
      theirs.filter(({ kind }) => kind === 'call_tool').map(({ normalisedAfter }) => normalisedAfter),
    );
    expect(library.store.episode(id)?.finalNormalised).toBe(fixture.store.episode(played)?.finalNormalised);
    expect(library.store.artifacts.toRebuild(9)).toEqual([]);
  });

  it(
    'of which only the trajectory is left starts from the scenario as it is',
    { timeout: 120_000 },
    async () => {
      const { dir } = await playGold('city_library');
      using alone = tempDir();
      mkdirSync(join(alone.path, 'r'));
      cpSync(join(dir, 'trajectory.json'), join(alone.path, 'r', 'mine.json'));
      await using library = await createLibrary(fixture.dataset);
      const [line] = await library.bring(join(alone.path, 'r'));
      expect(line?.message).toContain('The database as it was at the end is not there.');
      const id = line?.run ?? '';
      await using rebuilder = new StateRebuilder(library.store, {
        host: fixture.host,
        dataset: fixture.dataset,
        sessionsDir: sessionsRoot(fixture.homeDir),
        toolTimeoutMs: 20_000,
        readyTimeoutMs: 50_000,
        log: createLog('silent'),
      });
      await rebuilder.rebuild(id, { signal: new AbortController().signal, line: () => undefined });
      const states = library.store.recordedStates(id);
      expect(states.every(({ unavailable }) => unavailable === null)).toBe(true);
      expect(new Set(states.map(({ hash }) => hash)).size).toBeGreaterThan(1);
    },
  );

  it('with another end keeps the end and says so', async () => {
    const { dir } = await playGold('city_library');
    using other = tempDir();
    const copy = join(other.path, 'run');
    cpSync(dir, copy, { recursive: true });
    const { change } = await import('../../store/testing.ts');
    change(join(copy, 'city_library.db'), "UPDATE branches SET name = 'Another'");
    const given = readFileSync(join(copy, 'city_library.db'));
    await using library = await createLibrary(fixture.dataset);
    const [line] = await library.bring(copy);
    const id = line?.run ?? '';
    await using rebuilder = new StateRebuilder(library.store, {
      host: fixture.host,
      dataset: fixture.dataset,
      sessionsDir: sessionsRoot(fixture.homeDir),
      toolTimeoutMs: 20_000,
      readyTimeoutMs: 50_000,
      log: createLog('silent'),
    });
    const lines: { outcome: string; message: string }[] = [];
    await rebuilder.rebuild(id, { signal: new AbortController().signal, line: (each) => lines.push(each) });
    expect(lines).toMatchObject([{ outcome: 'warning' }]);
    expect(library.store.episode(id)?.missing.join(' ')).toContain(
      'do not end in the final state that was given',
    );
    expect(library.store.artifacts.state(library.store.episode(id)?.finalHash ?? '').equals(given)).toBe(
      true,
    );
  });
});
