import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Tool } from '../../lib/openenv-client/index.ts';
import { sampleArguments, type Random } from './sample-arguments.ts';

export interface StressProfile {
  readonly url: string;
  readonly minTurns: number;
  readonly maxTurns: number;
  readonly thinkMinS: number;
  readonly thinkMaxS: number;
  readonly timeoutMs: number;
}

/** One rollout's times in milliseconds; `error` says where it broke off. */
export interface Rollout {
  readonly scenario: string;
  readonly connectMs: number[];
  readonly resetMs: number[];
  readonly listToolsMs: number[];
  readonly callMs: number[];
  readonly doneMs: number[];
  /** Tool calls by what the server called their answers. */
  readonly answers: Map<string, number>;
  error: string | undefined;
}

export interface StressEvents {
  reset(): void;
  turn(): void;
}

function between(min: number, max: number, random: Random): number {
  return min + random() * (max - min);
}

async function timed<T>(into: number[], work: Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work;
  into.push(performance.now() - started);
  return result;
}

/** Limits the resets at once, as a training step does: sessions that play are not counted. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

export function createGate(limit: number): Gate {
  let free = limit;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((turn) => waiting.push(turn));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

/** One episode as an agent would play it: reset, tools, some turns of thinking and calling, done. */
export async function playRollout(
  profile: StressProfile,
  task: { readonly scenario: string; readonly taskIdx: number; readonly random: Random },
  gate: Gate,
  events: StressEvents,
): Promise<Rollout> {
  const { scenario, taskIdx, random } = task;
  const rollout: Rollout = {
    scenario,
    connectMs: [],
    resetMs: [],
    listToolsMs: [],
    callMs: [],
    doneMs: [],
    answers: new Map(),
    error: undefined,
  };
  let phase = 'connect';
  try {
    await using open = new AsyncDisposableStack();
    const client = await gate(async () => {
      const connected = open.use(
        await timed(rollout.connectMs, connect(profile.url, { timeoutMs: profile.timeoutMs })),
      );
      phase = 'reset';
      const { observation } = await timed(rollout.resetMs, connected.reset({ scenario, task_idx: taskIdx }));
      if (observation.reward_type !== 'reset_ok' && observation.reward_type !== 'reset_warning') {
        throw new Error(observation.error ?? `reset answered ${String(observation.reward_type)}`);
      }
      return connected;
    });
    events.reset();
    phase = 'list_tools';
    const tools = await timed(rollout.listToolsMs, client.listTools());
    const turns = Math.round(between(profile.minTurns, profile.maxTurns, random));
    for (let turn = 0; turn < turns; turn += 1) {
      phase = `turn ${String(turn)}`;
      await sleep(1000 * between(profile.thinkMinS, profile.thinkMaxS, random));
      const tool: Tool | undefined = tools[Math.floor(random() * tools.length)];
      if (tool === undefined) break;
      const answer = await timed(
        rollout.callMs,
        client.callTool(tool.name, sampleArguments(tool.input_schema, random)),
      );
      const kind = answer.observation.reward_type ?? 'none';
      rollout.answers.set(kind, (rollout.answers.get(kind) ?? 0) + 1);
      events.turn();
    }
    phase = 'done';
    const ended = await timed(rollout.doneMs, client.done());
    if (!ended.done) throw new Error('done was answered without done');
  } catch (error) {
    rollout.error = `${phase}: ${error instanceof Error ? error.message : String(error)}`;
  }
  return rollout;
}
