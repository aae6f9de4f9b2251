import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listScenarios } from './lib/measures.ts';
import { processCount, pssMib } from './lib/process-tree.ts';
import { startStudio, type Target } from './lib/servers.ts';
import { summarise, table } from './lib/stats.ts';
import { WireSession } from './lib/wire.ts';

const USAGE = `node bench/soak.ts --data DIR [--cycles N] [--idle N] [--parallel N] [--only cycles,idle,parallel,size]

What a server costs over time and at size: growth over reset/close cycles, memory of sessions that are held open and idle,
resets of as many different scenarios at once, start and memory with a large pack (bench/make-pack.ts writes one).`;

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    cycles: { type: 'string', default: '1000' },
    idle: { type: 'string', default: '2000' },
    parallel: { type: 'string', default: '64' },
    only: { type: 'string', default: 'cycles,idle,parallel,size' },
    help: { type: 'boolean', default: false },
  },
});
if (flags.help || flags.data === undefined) {
  console.log(USAGE);
  process.exit(flags.help ? 0 : 2);
}
const dataDir = resolve(flags.data);
const rows: string[][] = [];
const row = (label: string, value: string) => rows.push([label, value]);

const openFiles = (pid: number) => readdirSync(`/proc/${String(pid)}/fd`).length;

async function withServer(
  work: (target: Target, names: readonly string[]) => Promise<void>,
  homeDir?: string,
): Promise<void> {
  const home = homeDir ?? (await mkdtemp(join(tmpdir(), 'awm-soak-')));
  try {
    await using target = await startStudio({ dataDir, homeDir: home });
    await work(target, await listScenarios(target.url));
  } finally {
    if (homeDir === undefined) await rm(home, { recursive: true, force: true });
  }
}

async function cycle(url: string, scenario: string): Promise<void> {
  await using session = await WireSession.open(url);
  const { reward_type: type, error } = await session.reset(scenario);
  if (type !== 'reset_ok') throw new Error(`${scenario}: ${error ?? 'no answer'}`);
}

/** Closed sessions end in the background; what is measured is the rest. */
async function settle(url: string): Promise<void> {
  for (let i = 0; i < 100; i += 1) {
    const stats = (await (await fetch(`${url.replace(/^ws/, 'http')}/stats`)).json()) as {
      total_sessions: number;
    };
    if (stats.total_sessions === 0) break;
    await sleep(100);
  }
  await sleep(3000);
}

async function measureCycles(count: number): Promise<void> {
  await withServer(async ({ url, pid }, names) => {
    const scenario = names[0] ?? '';
    // What a first use allocates once (caches, compiled code, pools) is not growth.
    for (let i = 0; i < Math.min(200, count); i += 1) await cycle(url, scenario);
    await settle(url);
    const before = { mib: pssMib(pid), files: openFiles(pid), processes: processCount(pid) };
    for (let i = 0; i < count; i += 1) await cycle(url, scenario);
    await settle(url);
    row(
      `memory after ${String(count)} reset/close cycles, MiB`,
      `${before.mib.toFixed(0)} → ${pssMib(pid).toFixed(0)}`,
    );
    row('open files and sockets', `${String(before.files)} → ${String(openFiles(pid))}`);
    row('processes', `${String(before.processes)} → ${String(processCount(pid))}`);
  });
}

async function measureIdle(count: number): Promise<void> {
  await withServer(async ({ url, pid }, names) => {
    await cycle(url, names[0] ?? '');
    await settle(url);
    const before = pssMib(pid);
    const held: WireSession[] = [];
    while (held.length < count) {
      const batch = Array.from({ length: Math.min(32, count - held.length) }, async () => {
        const session = await WireSession.open(url);
        await session.reset(names[held.length % Math.min(6, names.length)] ?? '');
        return session;
      });
      held.push(...(await Promise.all(batch)));
    }
    await sleep(12_000);
    row(
      `memory of ${String(count)} idle sessions, MiB over the server without them`,
      (pssMib(pid) - before).toFixed(0),
    );
    row('processes then', String(processCount(pid)));
    const started = performance.now();
    const answer = await held[0]?.call('__list_scenarios__');
    row(
      'one of them answers, ms',
      `${(performance.now() - started).toFixed(1)} (${answer?.reward_type ?? 'no answer'})`,
    );
    await Promise.all(held.map((session) => session[Symbol.asyncDispose]()));
  });
}

async function measureParallel(count: number): Promise<void> {
  await withServer(async ({ url }, names) => {
    const wanted = names.slice(0, count);
    const times: number[] = [];
    const failed: string[] = [];
    const sessions = await Promise.all(
      wanted.map(async (scenario) => {
        const session = await WireSession.open(url);
        const { reward_type: type, error } = await session.reset(scenario);
        if (type === 'reset_ok') times.push(session.lastMs);
        else failed.push(`${scenario}: ${error ?? 'no answer'}`);
        return session;
      }),
    );
    const all = summarise(times);
    row(
      `${String(wanted.length)} first resets of different scenarios at once, s`,
      `median ${((all?.median ?? 0) / 1000).toFixed(1)}, last ${((all?.max ?? 0) / 1000).toFixed(1)}`,
    );
    row('of them failed', failed.length === 0 ? '0' : failed.join('; '));
    await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
  });
}

async function measureSize(): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'awm-soak-'));
  try {
    for (const state of ['cold', 'warm']) {
      await withServer(async ({ url, pid, startMs }, names) => {
        row(
          `${String(names.length)} scenarios, ${state} index: start to first answer, ms`,
          startMs.toFixed(0),
        );
        const times: number[] = [];
        await using session = await WireSession.open(url);
        for (let i = 0; i < 10; i += 1) {
          await session.call('__list_scenarios__');
          times.push(session.lastMs);
        }
        row('__list_scenarios__, median ms', (summarise(times)?.median ?? 0).toFixed(1));
        await session.reset(names[0] ?? '');
        row('resident after the first reset (server and runtime), MiB', pssMib(pid).toFixed(0));
      }, home);
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

const only = new Set(flags.only.split(','));
if (only.has('cycles')) await measureCycles(Number(flags.cycles));
if (only.has('idle')) await measureIdle(Number(flags.idle));
if (only.has('parallel')) await measureParallel(Number(flags.parallel));
if (only.has('size')) await measureSize();
console.log(table(['measure', 'value'], rows));
