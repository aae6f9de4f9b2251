import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HACKED_TASK, TRAINING_SCENARIO, writeTrainingPack } from '../../bench/training/pack.ts';
import { playTraining, type Played } from '../../bench/training/play.ts';
import type { Job } from '../../lib/contracts/jobs.ts';
import type { RunRow } from '../../lib/contracts/runs.ts';
import type {
  CodeCheck,
  PackPatch,
  TaskVerifier,
  TryDetail,
  TryRow,
  TryRows,
  TrySummary,
} from '../../lib/contracts/workbench.ts';
import { connect } from '../../lib/openenv-client/index.ts';
import { createApp, type App } from '../app.ts';
import { loadConfig, PROJECT_DIR } from '../config.ts';
import { createLog } from '../log.ts';
import { createRestClient } from './rest-client.ts';

/** The workbench over real runs: real Python, real SQLite, over HTTP as the pages use it. */

const TASK = `/api/verifiers/${TRAINING_SCENARIO}/${String(HACKED_TASK)}`;

let dir: string;
let pack: string;
let app: App;
let played: readonly Played[];
let weak: string;
let strict: string;

async function start(): Promise<App> {
  const flags = ['--data', pack, '--home', join(dir, 'home'), '--port', '0', '--no-ui', '--no-check'];
  return createApp(loadConfig(flags, {}), createLog('silent'));
}

async function ok<T>(method: string, path: string, body?: unknown): Promise<T> {
  const { status, body: answer } = await createRestClient(app.url.slice(0, -1)).send<T>(method, path, body);
  expect(status, `${method} ${path}: ${JSON.stringify(answer)}`).toBe(200);
  return answer;
}

async function refused(method: string, path: string, body?: unknown) {
  return (await createRestClient(app.url.slice(0, -1)).send<object>(method, path, body)).body.error;
}

async function ended(id: string): Promise<Job> {
  let job: Job | undefined;
  await expect
    .poll(async () => (job = await ok<Job>('GET', `/api/jobs/${id}`)).state, {
      timeout: 60_000,
      interval: 50,
    })
    .toMatch(/done|failed|cancelled/);
  if (job === undefined) throw new Error('no job');
  return job;
}

async function tryOut(
  body: Record<string, unknown>,
): Promise<{ job: Job; rows: TryRow[]; summary: TrySummary }> {
  const { id } = await ok<Job>('POST', `${TASK}/tries`, { mode: 'code', before: 1, ...body });
  const job = await ended(id);
  const { items, summary } = await ok<TryRows>('GET', `/api/verifier-tries/${id}`);
  return { job, rows: items.toSorted((a, b) => a.at - b.at), summary };
}

/** The hacked task's runs, and what they truly were. */
const hacked = () => played.filter(({ rollout }) => rollout.taskIdx === HACKED_TASK);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'awm-bench-'));
  pack = await writeTrainingPack(dir);
  const tasks = join(PROJECT_DIR, 'scenarios', 'city_library', 'tasks', String(HACKED_TASK));
  strict = await readFile(join(tasks, 'verify_code.py'), 'utf8');
  weak = await readFile(
    join(pack, TRAINING_SCENARIO, 'tasks', String(HACKED_TASK), 'verify_code.py'),
    'utf8',
  );
  app = await start();
  played = await playTraining(app.url, { experiment: 'grpo-1', checkpoints: 5, groupSize: 8 });
  for (const { runId, rollout } of hacked()) {
    const outcome = rollout.behaviour === 'honest' ? 'complete' : 'incomplete';
    await ok('POST', `/api/episodes/${runId}/labels`, { outcome, by: 'ann' });
  }
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

describe('the workbench', () => {
  it('shows what a draft would change: flips, labels, κ, strips, with each different end run once', async () => {
    const { job, rows, summary } = await tryOut({ code: strict });
    expect(job).toMatchObject({ state: 'done', error: null });
    expect(rows).toHaveLength(hacked().length);
    const honest = new Set(
      hacked()
        .filter(({ rollout }) => rollout.behaviour === 'honest')
        .map(({ runId }) => runId),
    );
    for (const row of rows) {
      const { behaviour } = hacked().find(({ runId }) => runId === row.run)?.rollout ?? {};
      expect([behaviour, row.after], row.run).toEqual([
        behaviour,
        honest.has(row.run) ? 'complete' : 'others',
      ]);
      expect(row.before).toBe(behaviour === 'failed' ? 'others' : 'complete');
      expect(row.flips).toBe(!honest.has(row.run) && behaviour !== 'failed');
      if (row.half === 'tuning') expect([row.agrees, row.moved]).toEqual([true, row.flips ? 'fixed' : null]);
      else expect([row.half, row.label, row.agrees]).toEqual(['held_out', null, null]);
      expect(row.stripBefore).toMatch(/^f[tf]+$/);
      expect(row.stripAfter.endsWith('t')).toBe(honest.has(row.run));
    }
    expect(summary.flips).toBe(rows.filter(({ flips }) => flips).length);
    expect(summary.ends).toBeLessThanOrEqual(rows.length);
    expect(summary.vacuous).toEqual({ before: false, after: false });
    const { before, after } = summary.tuning;
    expect(after.agrees).toBe(after.n);
    expect(before.completeOther).toBe(summary.tuning.fixed);
    expect([after.kappa?.value, summary.tuning.broken]).toEqual([1, 0]);
    expect(summary.heldOut).toBeNull();
    expect(summary.heldOutLabels + after.n).toBe(rows.length);
    expect(Math.abs(summary.heldOutLabels - after.n)).toBeLessThanOrEqual(8);
  });

  it('keeps groups whole in one half, and halves for good; looks at the held-out half are counted', async () => {
    const first = await tryOut({ code: strict });
    const halves = new Map<string, Set<string>>();
    for (const { run, half } of first.rows) {
      const group = hacked().find(({ runId }) => runId === run)?.rollout.group ?? '';
      halves.set(group, (halves.get(group) ?? new Set()).add(half ?? ''));
    }
    expect([...halves.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1]);
    const again = await tryOut({ code: `${strict}\n# the same\n` });
    expect(again.rows.map(({ half }) => half)).toEqual(first.rows.map(({ half }) => half));
    const id = again.job.id;
    const seen = await ok<TrySummary>('POST', `/api/verifier-tries/${id}/held-out`, {});
    expect(seen.looks).toBe(1);
    expect(seen.heldOut?.after).toMatchObject({ n: seen.heldOutLabels, agrees: seen.heldOutLabels });
    const uncovered = await ok<TryRows>('GET', `/api/verifier-tries/${id}`);
    expect(uncovered.items.every(({ label }) => label !== null)).toBe(true);
  });

  it('tells why: answer, return value, rows read, the line where it ended; the pinned run comes first', async () => {
    const liar = hacked().find(({ rollout }) => rollout.behaviour === 'says_so')?.runId ?? '';
    const { job, rows } = await tryOut({ code: strict, run: liar });
    expect(rows.find(({ at }) => at === 0)?.run).toBe(liar);
    const path = `/api/verifier-tries/${job.id}/runs/${liar}`;
    const after = await ok<TryDetail>('GET', path);
    expect(after).toMatchObject({ verdict: 'others', error: null, traceback: null });
    expect(after.answer).toMatch(/on their way/);
    expect(JSON.parse(after.returnedJson ?? '')).toEqual({ result: 'others' });
    expect(after.reads?.map(({ table }) => table)).toContain('copies');
    const before = await ok<TryDetail>('GET', `${path}?of=before`);
    expect(before).toMatchObject({ verdict: 'complete', reads: [] });
    const line = weak.split('\n').findIndex((text) => text.includes('return {"result": "complete"}')) + 1;
    expect(before.endedAtLine).toBe(line);
  });

  it('warns where a draft is true before anything was done', async () => {
    const always =
      'def verify_task_completion(initial_db_path, final_db_path):\n    return {"result": "complete"}\n';
    const { summary, rows } = await tryOut({ code: always });
    expect(summary.vacuous).toEqual({ before: false, after: true });
    expect(rows.every(({ stripAfter }) => /^t+$/.test(stripAfter))).toBe(true);
  });

  it('says at once what does not compile, and where', async () => {
    const broken = 'def verify_task_completion(a, b):\n    return {"result": "complete"\n';
    const check = await ok<CodeCheck>('POST', `${TASK}/check`, { mode: 'code', code: broken });
    expect(check).toMatchObject({ ok: false, line: 2 });
    expect(check.message).toMatch(/never closed/);
    const error = await refused('POST', `${TASK}/tries`, { mode: 'code', code: broken, before: 1 });
    expect(error).toMatchObject({ code: 'invalid_request', details: { line: 2 } });
    const nothing = await ok<CodeCheck>('POST', `${TASK}/check`, { mode: 'code', code: 'x = 1\n' });
    expect(nothing).toMatchObject({ ok: false, message: expect.stringMatching(/verify_/) as string });
  });

  it('stops a draft that never ends, and one that fails everywhere; bounds what one prints', async () => {
    const body = (text: string) => `def verify_task_completion(initial_db_path, final_db_path):\n${text}\n`;
    const raising = await tryOut({ code: body('    x = {}\n    return x["nothing"]') });
    expect(raising.job.state).toBe('failed');
    expect(raising.job.error).toMatch(/fails at every end so far \(line 3\).*nothing/);
    const chatty = await tryOut({
      code: body('    for _ in range(60000):\n        print("x" * 100)\n    return {"result": "others"}'),
    });
    expect(chatty.job.state).toBe('done');
    const told = await ok<TryDetail>(
      'GET',
      `/api/verifier-tries/${chatty.job.id}/runs/${chatty.rows[0]?.run ?? ''}`,
    );
    expect(told.stdout.length).toBeGreaterThan(100);
    expect(told.stdout.length).toBeLessThan(200_000);
    const startedMs = Date.now();
    const endless = await tryOut({ code: body('    while True:\n        pass') });
    expect(endless.job.state).toBe('failed');
    expect(endless.job.error).toMatch(/timed out after 10/);
    expect(Date.now() - startedMs).toBeLessThan(60_000);
    // Nothing of it goes on: the next try is quick.
    expect((await tryOut({ code: strict })).job.state).toBe('done');
  });

  it('reads with a sql verifier and asks no judge unless it is told to', async () => {
    const sql = `/api/verifiers/${TRAINING_SCENARIO}/${String(HACKED_TASK)}`;
    const { versions } = await ok<TaskVerifier>('GET', `${sql}?mode=sql`);
    expect(versions).toHaveLength(1);
    const { code } = await ok<{ code: string }>('GET', `${sql}/versions/1?mode=sql`);
    const same = await tryOut({ mode: 'sql', code });
    expect(same.job).toMatchObject({ state: 'done', error: null });
    expect(same.rows.every(({ evidence, after }) => evidence === 'same' && after === null)).toBe(true);
    const other = await tryOut({
      mode: 'sql',
      code: code.replace(/def (verify_\w+)\(([^)]*)\).*:\n/, 'def $1($2):\n    return {"n": 1}\n'),
    });
    expect(other.rows.every(({ evidence }) => evidence === 'differs')).toBe(true);
    const told = await ok<TryDetail>(
      'GET',
      `/api/verifier-tries/${other.job.id}/runs/${other.rows[0]?.run ?? ''}`,
    );
    expect(JSON.parse(told.returnedJson ?? '')).toEqual({ n: 1 });
    const judge = await refused('POST', `${TASK}/tries`, { mode: 'sql', code, before: 1, judge: true });
    expect(judge?.message).toMatch(/no judge/);
  });

  it('exports a patch that applies, and the rewards that change', async () => {
    const patch = await ok<PackPatch>('POST', `${TASK}/patch`, { mode: 'code', code: strict });
    expect(patch.kind).toBe('diff');
    const copy = await mkdtemp(join(dir, 'copy-'));
    const copied = await writeTrainingPack(copy);
    execFileSync('git', ['apply', '--unsafe-paths', '-'], { cwd: copied, input: patch.text });
    expect(await readFile(join(copied, patch.file), 'utf8')).toBe(strict);
    expect((await refused('POST', `${TASK}/patch`, { mode: 'code', code: weak }))?.code).toBe('conflict');

    const { job, summary } = await tryOut({ code: strict });
    const path = `${app.url}api/verifier-tries/${job.id}/corrections`;
    const lines = (await (await fetch(path)).text()).trim().split('\n');
    expect(lines).toHaveLength(summary.flips);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      old_verdict: 'complete',
      old_reward: 1,
      new_verdict: 'others',
      new_reward: 0,
      old_verifier: summary.before.hash,
      new_verifier: summary.after.hash,
    });
    const csv = (await (await fetch(`${path}?format=csv`)).text()).trim().split('\r\n');
    expect(csv).toHaveLength(summary.flips + 1);
  });

  it('saves a version that verifies new sessions, grades the old runs anew, and outlives a restart', async () => {
    const saved = await ok<{ saved: number; verifier: TaskVerifier; job: string }>(
      'POST',
      `${TASK}/versions`,
      {
        mode: 'code',
        code: strict,
        note: 'where they go counts',
      },
    );
    expect(saved.verifier).toMatchObject({ inUse: 2, next: 3, packVersion: 1, recheck: null });
    expect(saved.verifier.versions.map(({ version, from, note }) => [version, from, note])).toEqual([
      [1, 'pack', null],
      [2, 'saved', 'where they go counts'],
    ]);
    const hash = saved.verifier.versions[1]?.hash;
    const job = await ended(saved.job);
    expect(job.result).toMatchObject({ runs: hacked().length, flips: job.warnings });
    const liar = hacked().find(({ rollout }) => rollout.behaviour === 'says_so');
    expect(await ok<RunRow>('GET', `/api/runs/${liar?.runId ?? ''}`)).toMatchObject({
      verdict: 'complete',
      regraded: 'others',
    });

    const verifyOnce = async () => {
      await using client = await connect(app.url);
      await client.reset({ scenario: TRAINING_SCENARIO, task_idx: HACKED_TASK });
      for (const { tool, arguments: args } of liar?.rollout.calls ?? []) await client.callTool(tool, args);
      return await client.verify({ finalAnswer: liar?.rollout.finalAnswer ?? '' });
    };
    const verified = await verifyOnce();
    expect(verified.metadata).toMatchObject({ verifier_hash: hash, verifier_version: 2 });
    expect(verified.reward).toBe(0);
    const lane = await ok<{ verifiers: { mode: string; hash: string; version: number | null }[] }>(
      'GET',
      `/api/scenarios/${TRAINING_SCENARIO}/tasks/${String(HACKED_TASK)}`,
    );
    expect(lane.verifiers.find(({ mode }) => mode === 'code')).toMatchObject({ hash, version: 2 });

    await app[Symbol.asyncDispose]();
    app = await start();
    expect(await ok<TaskVerifier>('GET', TASK)).toMatchObject({ inUse: 2 });
    expect((await verifyOnce()).metadata).toMatchObject({ verifier_version: 2 });

    const back = await ok<{ verifier: TaskVerifier; job: string }>('POST', `${TASK}/use`, {
      mode: 'code',
      version: 1,
    });
    expect(back.verifier.inUse).toBe(1);
    await ended(back.job);
    expect((await verifyOnce()).reward).toBe(1);
    expect((await verifyOnce()).metadata).not.toHaveProperty('verifier_version');
    await ended((await ok<{ job: string }>('POST', `${TASK}/use`, { mode: 'code', version: 2 })).job);
  });

  it('sets a saved version aside when the pack’s own verifier changes, and says so', async () => {
    expect(await ok<TaskVerifier>('GET', TASK)).toMatchObject({ inUse: 2, recheck: null });
    const file = join(pack, TRAINING_SCENARIO, 'tasks', String(HACKED_TASK), 'verify_code.py');
    await writeFile(file, `# mended by its author\n${weak}`);
    await expect
      .poll(() => ok<TaskVerifier>('GET', TASK))
      .toMatchObject({
        inUse: 3,
        packVersion: 3,
        recheck: { version: 2 },
      });
    const list = await ok<{ items: { taskIdx: number; labelled: number; modes: object[] }[] }>(
      'GET',
      '/api/verifiers',
    );
    expect(list.items.find(({ taskIdx }) => taskIdx === HACKED_TASK)).toMatchObject({
      labelled: hacked().length,
      modes: [{ mode: 'code', versions: 3, inUse: 3, recheck: true }, { mode: 'sql' }],
    });
    const again = await ok<{ verifier: TaskVerifier }>('POST', `${TASK}/use`, { mode: 'code', version: 2 });
    expect(again.verifier).toMatchObject({ inUse: 2, recheck: null });
    expect(again.verifier.versions.map(({ from }) => from)).toEqual(['pack', 'saved', 'pack']);
  });

  it('verifies any runs anew by request', async () => {
    const ids = played.map(({ runId }) => runId);
    const { id } = await ok<Job>('POST', '/api/reverify', { target: { ids } });
    const job = await ended(id);
    expect(job).toMatchObject({ state: 'done', total: ids.length, done: ids.length });
    expect(job.result).toMatchObject({ runs: ids.length, left: 0, toComplete: 0 });
  });
});
