import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, pssMib } from './process-tree.ts';
import { plainReads, WireSession } from './wire.ts';

/** Milliseconds by measure; `errors` says what did not answer as it should. */
export interface Sequential {
  readonly resetFirst: number[];
  readonly resetAgain: number[];
  readonly listTools: number[];
  readonly call: number[];
  readonly verify: number[];
  readonly done: number[];
  readonly listScenarios: number[];
  readonly errors: string[];
}

export function emptySequential(): Sequential {
  return {
    resetFirst: [],
    resetAgain: [],
    listTools: [],
    call: [],
    verify: [],
    done: [],
    listScenarios: [],
    errors: [],
  };
}

export interface Concurrent {
  readonly sessions: number;
  readonly resetAllS: number;
  readonly resetMs: readonly number[];
  readonly mibPerSession: number;
  readonly stepsPerS: number;
  readonly stepMs: readonly number[];
  readonly cpuMsPerStep: number;
  readonly errors: readonly string[];
}

export async function listScenarios(url: string): Promise<readonly string[]> {
  await using session = await WireSession.open(url);
  return ((await session.call('__list_scenarios__')).scenarios ?? []).map(({ name }) => name);
}

/** One scenario after the other: reset, tools, reads, verify, done; `first` when the server has not seen it yet. */
export async function measureSequential(
  url: string,
  scenarios: readonly string[],
  into: Sequential,
  first: boolean,
): Promise<void> {
  for (const scenario of scenarios) {
    await using session = await WireSession.open(url);
    await session.call('__list_scenarios__');
    into.listScenarios.push(session.lastMs);
    const reset = await session.reset(scenario);
    if (reset.reward_type !== 'reset_ok') {
      into.errors.push(`${scenario}: reset answered ${reset.reward_type ?? 'nothing'}: ${reset.error ?? ''}`);
      continue;
    }
    (first ? into.resetFirst : into.resetAgain).push(session.lastMs);
    const { tools = [] } = await session.listTools();
    into.listTools.push(session.lastMs);
    const names = plainReads(tools);
    for (const name of [...names, ...names]) {
      if ((await session.call(name)).reward_type === 'tool_call_ok') into.call.push(session.lastMs);
    }
    const verdict = await session.call('verify', { verifier_mode: 'code', final_answer: 'x' });
    into.verify.push(session.lastMs);
    if (verdict.reward_type !== 'others' && verdict.reward_type !== 'complete') {
      into.errors.push(`${scenario}: verify answered ${verdict.reward_type ?? 'nothing'}`);
    }
    await session.call('done');
    into.done.push(session.lastMs);
  }
}

interface Rollout {
  readonly session: WireSession;
  readonly names: readonly string[];
  readonly resetMs: number;
  readonly error: string | undefined;
}

async function startRollout(url: string, scenario: string): Promise<Rollout> {
  const session = await WireSession.open(url);
  const reset = await session.reset(scenario);
  const resetMs = session.lastMs;
  if (reset.reward_type !== 'reset_ok')
    return { session, names: [], resetMs, error: `${scenario}: ${reset.error ?? '?'}` };
  return { session, names: plainReads((await session.listTools()).tools ?? []), resetMs, error: undefined };
}

/** `sessions` at once: reset all, then every one makes `calls` reads as fast as it is answered. */
export async function measureConcurrent(
  target: { readonly url: string; readonly pid: number },
  scenarios: readonly string[],
  sessions: number,
  calls: number,
): Promise<Concurrent> {
  const { url, pid } = target;
  const baseMib = pssMib(pid);
  let started = performance.now();
  const rollouts = await Promise.all(
    Array.from({ length: sessions }, (_, i) => startRollout(url, scenarios[i % scenarios.length] ?? '')),
  );
  const resetAllS = (performance.now() - started) / 1000;
  // What a training loop holds while its model thinks.
  await sleep(1000);
  const mibPerSession = (pssMib(pid) - baseMib) / sessions;
  const stepMs: number[] = [];
  const cpuBefore = cpuSeconds(pid);
  started = performance.now();
  await Promise.all(
    rollouts.map(async ({ session, names }) => {
      for (let i = 0; i < calls && names.length > 0; i += 1) {
        await session.call(names[i % names.length] ?? '');
        stepMs.push(session.lastMs);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const cpuMsPerStep = ((cpuSeconds(pid) - cpuBefore) * 1000) / Math.max(1, stepMs.length);
  await Promise.all(rollouts.map(({ session }) => session.call('done')));
  await Promise.all(rollouts.map(({ session }) => session[Symbol.asyncDispose]()));
  return {
    sessions,
    resetAllS,
    resetMs: rollouts.map(({ resetMs }) => resetMs),
    mibPerSession,
    stepsPerS: stepMs.length / seconds,
    stepMs,
    cpuMsPerStep,
    errors: rollouts.flatMap(({ error }) => error ?? []),
  };
}
