import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScenarioSummary, Verifier } from '../../dataset/types.ts';
import type { QueryOutcome, VerifierOutcome, VerifierRun } from '../../host/types.ts';
import type { EpisodeRecord, KeptVerdict, RecordedState, StepRecord, VerdictKey } from '../../store/types.ts';
import { createEvidence } from './create-evidence.ts';
import type { Evidence, EvidenceDeps } from './types.ts';

/** The lane over stand-ins for the store, the packs and the host: what is run, when, and how often. */

const VERIFIER = { mode: 'code', code: 'v', functionName: 'verify', hash: 'v1' } as Verifier;
const SUMMARY = {
  key: 'shop',
  trusted: false,
  verifiers: [{ code: true, sql: false }],
} as unknown as ScenarioSummary;

interface World {
  readonly deps: EvidenceDeps;
  readonly runs: VerifierRun[];
  /** Largest number of verifiers that ran at once. */
  readonly most: () => number;
  record: Partial<EpisodeRecord>;
  states: RecordedState[];
  verifier: Verifier | undefined;
  summary: ScenarioSummary | undefined;
  verifiedWith: string | undefined;
  refusal: string | undefined;
  readonly saw: number[];
  readonly sent: Map<number, string>;
  readonly kept: Map<string, { readonly verdict: KeptVerdict; readonly readsClock: boolean }>;
}

const state = (seq: number, hash: string, more: Partial<RecordedState> = {}): RecordedState => ({
  seq,
  hash,
  unavailable: null,
  verify: false,
  ...more,
});

/** `sent`: the arguments of verify, as JSON text. */
function verifyState(seq: number, hash: string, sent: string): RecordedState {
  world.sent.set(seq, sent);
  return state(seq, hash, { verify: true });
}

let dir: string;
let world: World;
let evidence: Evidence;
let outcomeOf: (run: VerifierRun) => Promise<VerifierOutcome>;

const complete = (run: VerifierRun): VerifierOutcome => ({
  kind: 'returned',
  value: { result: run.finalAnswer === 'wrong' ? 'others' : 'complete' },
  stdout: '',
  ms: 1,
  readsClock: false,
  ...(run.observe === true && { reads: [], endedAtLine: 3 }),
});

function makeWorld(): World {
  const runs: VerifierRun[] = [];
  let running = 0;
  let most = 0;
  const kept: World['kept'] = new Map();
  const saw: number[] = [];
  const sent: World['sent'] = new Map();
  const made: World = {
    runs,
    most: () => most,
    kept,
    saw,
    sent,
    record: {},
    states: [],
    verifier: VERIFIER,
    summary: SUMMARY,
    verifiedWith: undefined,
    refusal: undefined,
    deps: {
      store: {
        episode: (id) =>
          ({
            id,
            scenario: 'shop',
            scenarioHash: 's1',
            seedHash: 'seed',
            taskIdx: 0,
            actor: 'agent',
            baseline: false,
            sawVerdictAt: null,
            endedAtMs: null,
            steps: made.states.length - 1,
            ...made.record,
          }) as EpisodeRecord,
        recordedStates: () => made.states,
        steps: (_id, { from } = { from: 1, to: 1 }) => [
          { argumentsJson: sent.get(from) ?? null } as StepRecord,
        ],
        verifiedWith: () => made.verifiedWith,
        snapshotTo: (_id, _seq, path) => writeFile(path, ''),
        initialTo: (_id, path) => writeFile(path, ''),
        verdictOf: (key: VerdictKey) => kept.get(JSON.stringify({ ...key, day: '' }))?.verdict,
        keepVerdict: (key, verdict, readsClock) => {
          kept.set(JSON.stringify({ ...key, day: '' }), { verdict, readsClock });
        },
        markSawVerdict: (_id, seq) => saw.push(seq),
      },
      states: {
        fileTables: () => Promise.reject(new Error('not asked')),
        fileRows: () => Promise.reject(new Error('not asked')),
      },
      dataset: {
        find: () => made.summary,
        source: () =>
          Promise.resolve({ hash: 's1' } as Awaited<ReturnType<EvidenceDeps['dataset']['source']>>),
        verifier: () => Promise.resolve(made.verifier),
      },
      host: {
        prepare: () => Promise.reject(new Error('not asked')),
        query: () => Promise.reject(new Error('not asked')),
        async verify(run) {
          runs.push(run);
          running += 1;
          most = Math.max(most, running);
          try {
            return await outcomeOf(run);
          } finally {
            running -= 1;
          }
        },
      },
      refuse: () => made.refusal,
      verifierTimeoutMs: 1_000,
      filesDir: join(dir, 'states'),
    },
  };
  return made;
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'awm-lane-'));
  outcomeOf = (run) => Promise.resolve(complete(run));
  world = makeWorld();
  evidence = createEvidence(world.deps);
});

afterEach(async () => {
  await evidence[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

async function settled(id = 'e') {
  await expect.poll(async () => (await evidence.verdicts(id)).pending.length).toBe(0);
  return evidence.verdicts(id);
}

describe('a lane', () => {
  it('runs each distinct state and answer once, and what is known never again', async () => {
    world.states = [
      state(0, 'a'),
      state(1, 'a'),
      state(2, 'b'),
      state(3, 'a'),
      verifyState(4, 'a', '{"final_answer": "wrong"}'),
      verifyState(5, 'a', '{"final_answer": {"n": 1.0}}'),
      verifyState(6, 'a', '{}'),
    ];
    const lane = await settled();
    expect(lane.items.map(({ verdict }) => verdict).join(' ')).toBe(
      'complete complete complete complete others complete complete',
    );
    expect(lane.items.map(({ answer }) => answer)).toEqual([
      '',
      '',
      '',
      '',
      'wrong',
      '{"n":1.0}',
      '{"n":1.0}',
    ]);
    expect(world.runs).toHaveLength(4);
    expect(world.runs.every(({ background }) => background)).toBe(true);
    world.states.push(state(7, 'c'));
    expect((await settled()).items).toHaveLength(8);
    expect(world.runs).toHaveLength(5);
  });

  it('tells the beginning of a long answer, and gives the verifier all of it', async () => {
    const long = `${'é'.repeat(499)}😀${'x'.repeat(1_000_000)}`;
    world.states = [
      state(0, 'a'),
      verifyState(1, 'a', JSON.stringify({ final_answer: long })),
      ...Array.from({ length: 40 }, (_, n) => state(n + 2, `s${String(n)}`)),
      verifyState(42, 'a', JSON.stringify({ final_answer: `${long}!` })),
    ];
    const lane = await settled();
    expect(lane.items).toHaveLength(43);
    expect(lane.items[1]?.answer).toBe(`${'é'.repeat(499)}…`);
    expect(JSON.stringify(lane).length).toBeLessThan(50_000);
    expect([...world.kept.keys()].every((key) => key.length < 500)).toBe(true);
    expect(world.runs).toHaveLength(43);
    const given = new Set(world.runs.map(({ finalAnswer }) => finalAnswer));
    expect(given).toEqual(new Set(['', long, `${long}!`]));
    expect((await evidence.verdict('e', 30)).verdict.answer).toHaveLength(500);
  });

  it('runs one state of an episode at a time, and two episodes', async () => {
    world.states = Array.from({ length: 6 }, (_, seq) => state(seq, `h${String(seq)}`));
    outcomeOf = async (run) => {
      await new Promise((done) => setTimeout(done, 20));
      return complete(run);
    };
    const start = performance.now();
    const first = await evidence.verdicts('e');
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(first.items.length + first.pending.length).toBe(6);
    await settled('e');
    expect(world.most()).toBe(1);
    world.kept.clear();
    await Promise.all([settled('e1'), settled('e2'), settled('e3')]);
    expect(world.most()).toBe(2);
  });

  it('answers soon though a verifier takes its time', async () => {
    world.states = [state(0, 'a')];
    let end: (() => void) | undefined;
    outcomeOf = (run) => new Promise((done) => (end = () => done(complete(run))));
    const start = performance.now();
    expect((await evidence.verdicts('e')).pending).toEqual([0]);
    expect(performance.now() - start).toBeLessThan(5_000);
    end?.();
    expect((await settled()).items).toHaveLength(1);
  });

  it('says which states are not there, and gives up a verifier that takes too long twice', async () => {
    const unavailable = { state: 'unavailable', code: 'not_kept', message: 'Not kept.' } as const;
    world.states = [state(0, 'a'), state(1, 'b', { unavailable }), state(2, 'c'), state(3, 'd')];
    outcomeOf = () => Promise.resolve({ kind: 'timeout', afterMs: 1_000 });
    const { impossible, items } = await settled();
    expect(items).toEqual([]);
    expect(impossible.map(({ seq, message }) => `${String(seq)} ${message}`)).toEqual([
      '0 Not run: the verifier took longer than its limit at later states.',
      '1 Not kept.',
      '2 Verifier timed out after 1.0s.',
      '3 Verifier timed out after 1.0s.',
    ]);
    await settled();
    expect(world.runs).toHaveLength(2);
    await expect(evidence.verdict('e', 1)).rejects.toMatchObject({ code: 'conflict', message: 'Not kept.' });
  });

  it('keeps by the day what a verifier that reads the clock said', async () => {
    world.states = [state(0, 'a')];
    outcomeOf = (run) => Promise.resolve({ ...complete(run), readsClock: true } as VerifierOutcome);
    await settled();
    expect([...world.kept.values()]).toMatchObject([{ readsClock: true }]);
    expect([...world.kept.keys()][0]).toContain('"verifierHash":"v1","initialHash":"seed","finalHash":"a"');
  });

  it.each([
    ['no_task', () => (world.record = { taskIdx: null }), 'conflict'],
    [
      'no_code_verifier',
      () => (world.summary = { ...SUMMARY, verifiers: [{ code: false, sql: true }] }),
      'conflict',
    ],
    ['scenario_gone', () => (world.summary = undefined), 'conflict'],
    ['baseline', () => (world.record = { baseline: true }), 'forbidden'],
    ['too_weak_sandbox', () => (world.refusal = 'no Landlock'), 'sandbox_weak'],
  ])('is none: %s', async (none, arrange, code) => {
    world.states = [state(0, 'a')];
    arrange();
    expect(await evidence.verdicts('e')).toMatchObject({ none, items: [], pending: [] });
    await expect(evidence.verdict('e', 0)).rejects.toMatchObject({ code });
    expect(world.runs).toEqual([]);
  });

  it('says where the scenario or the verifier is another than the episode had', async () => {
    world.states = [state(0, 'a')];
    world.verifiedWith = 'v0';
    expect(await settled()).toMatchObject({ changed: 'verifier' });
    world.verifiedWith = 'v1';
    world.record = { scenarioHash: 's0' };
    expect(await settled()).toMatchObject({ changed: 'scenario' });
  });

  it('is seen by the person who plays, and by nobody else', async () => {
    world.states = [state(0, 'a'), state(1, 'b')];
    await settled();
    expect(world.saw).toEqual([]);
    world.record = { actor: 'human', endedAtMs: 1 };
    await settled();
    expect(world.saw).toEqual([]);
    world.record = { actor: 'human' };
    await evidence.verdicts('e');
    expect(world.saw).toEqual([1]);
  });
});

describe('a verdict in full', () => {
  it('is run once, observed', async () => {
    world.states = [state(0, 'a')];
    await settled();
    const detail = await evidence.verdict('e', 0);
    expect(detail).toMatchObject({ returnedJson: '{"result":"complete"}', endedAtLine: 3, reads: [] });
    expect(await evidence.verdict('e', 0)).toEqual(detail);
    expect(world.runs.map(({ observe }) => observe)).toEqual([false, true]);
  });
});

describe('SQL', () => {
  it('does not run where the sandbox is too weak, nor on a state that is not there', async () => {
    const unavailable = { state: 'unavailable', code: 'too_large', message: 'Too large.' } as const;
    world.states = [state(0, 'a', { unavailable })];
    const question = { seq: 0, sql: 'SELECT 1', explain: false };
    expect(await evidence.sql('e', question)).toEqual({ kind: 'unavailable', ...unavailable });
    world.refusal = 'no Landlock';
    expect(await evidence.sql('e', question)).toMatchObject({ kind: 'refused' });
  });

  it('refuses a question too many before it writes a file, and takes the next when one is answered', async () => {
    world.states = Array.from({ length: 60 }, (_, seq) => state(seq, `s${String(seq)}`));
    const answers: (() => void)[] = [];
    const query = () =>
      new Promise<QueryOutcome>((resolve) => {
        answers.push(() => resolve({ kind: 'refused', message: 'answered' }));
      });
    const written: string[] = [];
    await using asked = createEvidence({
      ...world.deps,
      host: { ...world.deps.host, query },
      store: {
        ...world.deps.store,
        snapshotTo: (_id, _seq, path) => (written.push(path), writeFile(path, '')),
      },
    });
    const ask = (seq: number) => asked.sql('e', { seq, sql: 'SELECT 1', explain: false });
    const first = Array.from({ length: 18 }, (_, seq) => ask(seq));
    await expect(ask(50)).rejects.toMatchObject({ code: 'capacity_reached' });
    await expect.poll(() => answers.length).toBe(18);
    expect(written).toHaveLength(18);
    for (const answer of answers.splice(0)) answer();
    await Promise.all(first);
    const next = ask(50);
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.();
    expect(await next).toMatchObject({ kind: 'refused', message: 'answered' });
  });
});
