import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  emptySequential,
  listScenarios,
  measureConcurrent,
  measureSequential,
  type Concurrent,
  type Sequential,
} from './lib/measures.ts';
import { pssMib } from './lib/process-tree.ts';
import { startReference, startStudio, type Target } from './lib/servers.ts';
import { summarise, table } from './lib/stats.ts';

const USAGE = `node bench/protocol.ts --data DIR [--reference CHECKOUT --reference-python PYTHON]
       [--scenarios N] [--rounds N] [--sessions N] [--calls N]

Measures the OpenEnv wire of our server, with recording on, and prints medians and 95th percentiles. With a checkout of the
reference and a Python that has its packages, both servers are measured in the same run, turn by turn, and the ratio of the
medians is printed; else the ratio is to the figures measured once on another machine of this size (2 cores) in November 2026.`;

/** The reference's medians: 25 public scenarios, 2 cores, client on the same machine (milliseconds unless named). */
const RECORDED = {
  resetFirst: 4816,
  resetAgain: 4805,
  listTools: 3.5,
  call: 15.8,
  verify: 66,
  done: 174,
  resetAll16: 48.2,
  stepsPerS16: 103,
  mibPerSession: 85,
  start: 8000,
};

interface Results {
  readonly sequential: Sequential;
  readonly restart: number[];
  readonly startMs: number[];
  readonly emptyMib: number[];
  concurrent: Concurrent | undefined;
}

function empty(): Results {
  return { sequential: emptySequential(), restart: [], startMs: [], emptyMib: [], concurrent: undefined };
}

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    reference: { type: 'string' },
    'reference-python': { type: 'string', default: 'python3' },
    scenarios: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '4' },
    sessions: { type: 'string', default: '16' },
    calls: { type: 'string', default: '40' },
    help: { type: 'boolean', default: false },
  },
});

if (flags.help || flags.data === undefined) {
  console.log(USAGE);
  process.exit(flags.help ? 0 : 2);
}

const dataDir = resolve(flags.data);
const work = await mkdtemp(join(tmpdir(), 'awm-bench-'));

function starters(): readonly {
  readonly name: 'studio' | 'reference';
  readonly start: () => Promise<Target>;
}[] {
  const studio = {
    name: 'studio',
    start: () => startStudio({ dataDir, homeDir: join(work, 'home') }),
  } as const;
  if (flags.reference === undefined) return [studio];
  const checkout = resolve(flags.reference);
  const python = flags['reference-python'];
  return [studio, { name: 'reference', start: () => startReference({ checkout, python, dataDir }) } as const];
}

const results = { studio: empty(), reference: empty() };
try {
  const servers = starters();
  const open: Target[] = [];
  for (const { name, start } of servers) {
    const target = await start();
    results[name].startMs.push(target.startMs);
    results[name].emptyMib.push(pssMib(target.pid));
    open.push(target);
  }
  const names = (await listScenarios(open[0]?.url ?? '')).slice(0, Number(flags.scenarios));
  for (let round = 0; round < Number(flags.rounds); round += 1) {
    for (const scenario of names) {
      for (const [i, { name }] of servers.entries()) {
        await measureSequential(open[i]?.url ?? '', [scenario], results[name].sequential, round === 0);
      }
    }
  }
  for (const [i, { name }] of servers.entries()) {
    const target = open[i];
    if (target)
      results[name].concurrent = await measureConcurrent(
        target,
        names,
        Number(flags.sessions),
        Number(flags.calls),
      );
  }
  for (const target of open) await target[Symbol.asyncDispose]();
  for (const { name, start } of servers) {
    await using again = await start();
    results[name].startMs.push(again.startMs);
    const once = emptySequential();
    await measureSequential(again.url, names, once, true);
    results[name].restart.push(...once.resetFirst);
  }
} finally {
  await rm(work, { recursive: true, force: true });
}

const paired = flags.reference !== undefined;

interface Row {
  readonly label: string;
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  readonly recorded: number | undefined;
  /** More is better: the ratio is ours by theirs. */
  readonly rate?: boolean;
}

function rows(): readonly Row[] {
  const { studio: s, reference: r } = results;
  const of = (pick: (one: Results) => readonly number[]) => ({ ours: pick(s), theirs: pick(r) });
  const one = (pick: (c: Concurrent) => number) => of((x) => (x.concurrent ? [pick(x.concurrent)] : []));
  return [
    { label: 'start to first answer, ms', ...of((x) => x.startMs), recorded: RECORDED.start },
    { label: 'empty server, MiB', ...of((x) => x.emptyMib), recorded: undefined },
    { label: '__list_scenarios__, ms', ...of((x) => x.sequential.listScenarios), recorded: undefined },
    { label: 'reset, first ever, ms', ...of((x) => x.sequential.resetFirst), recorded: RECORDED.resetFirst },
    { label: 'reset, first after a restart, ms', ...of((x) => x.restart), recorded: RECORDED.resetFirst },
    { label: 'reset, seen before, ms', ...of((x) => x.sequential.resetAgain), recorded: RECORDED.resetAgain },
    { label: 'list_tools, ms', ...of((x) => x.sequential.listTools), recorded: RECORDED.listTools },
    { label: 'tool call, read, ms', ...of((x) => x.sequential.call), recorded: RECORDED.call },
    { label: 'verify, code, ms', ...of((x) => x.sequential.verify), recorded: RECORDED.verify },
    { label: 'done, ms', ...of((x) => x.sequential.done), recorded: RECORDED.done },
    {
      label: `${flags.sessions} resets at once, s`,
      ...one((c) => c.resetAllS),
      recorded: RECORDED.resetAll16,
    },
    {
      label: 'steps/s, all sessions',
      ...one((c) => c.stepsPerS),
      recorded: RECORDED.stepsPerS16,
      rate: true,
    },
    { label: 'step at that load, ms', ...of((x) => x.concurrent?.stepMs ?? []), recorded: undefined },
    { label: 'server CPU per step, ms', ...one((c) => c.cpuMsPerStep), recorded: undefined },
    {
      label: 'memory per live session, MiB',
      ...one((c) => c.mibPerSession),
      recorded: RECORDED.mibPerSession,
    },
  ];
}

const digits = (value: number | undefined) =>
  value === undefined ? '–' : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
const body = rows().map((row) => {
  const ours = summarise(row.ours);
  const theirs = paired ? summarise(row.theirs) : undefined;
  const base = paired ? theirs?.median : row.recorded;
  const ratio = ours && base !== undefined ? (row.rate ? ours.median / base : base / ours.median) : undefined;
  return [
    row.label,
    String(ours?.n ?? 0),
    digits(ours?.median),
    digits(ours?.p95),
    digits(paired ? theirs?.median : row.recorded),
    ratio === undefined ? '–' : `${digits(ratio)}×`,
  ];
});
console.log(
  table(['measure', 'n', 'median', 'p95', paired ? 'reference' : 'recorded ref.', 'better by'], body),
);
const errors = [results.studio, results.reference].flatMap((r) => [
  ...r.sequential.errors,
  ...(r.concurrent?.errors ?? []),
]);
for (const error of errors) console.log(`! ${error}`);
process.exitCode = errors.length === 0 ? 0 : 1;
