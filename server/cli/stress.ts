import { connect, OpenEnvError, type Observation } from '../../lib/openenv-client/index.ts';
import { AppError } from '../../lib/contracts/errors.ts';
import { ownFlags, wantsHelp, type OwnFlags } from './own-flags.ts';
import { seededRandom } from '../../lib/util/seeded-random.ts';
import { createGate, playRollout, type Rollout, type StressProfile } from './stress-session.ts';

const HELP = `studio stress [options]

Plays one training step against a running server: --scale episodes at once, each with reset, tools, some turns of
thinking and real tool calls, and done. Prints latencies and failures; exit code 1 when an episode failed.

  --url URL           the server [http://127.0.0.1:8000]
  --scale N           episodes [256]
  --concurrency N     resets at once [64]
  --min-turns N       tool calls per episode, at least [3]
  --max-turns N       and at most [20]
  --think-min S       seconds of thinking before a call, at least [1]
  --think-max S       and at most [20]
  --scenarios A,B     scenarios to take in turn [all, at most 20]
  --timeout S         seconds to wait for one answer [60]
  --seed N            the same seed plays the same calls [1]
  --json              print the summary as JSON
`;

const NAMES = [
  'url',
  'scale',
  'concurrency',
  'min-turns',
  'max-turns',
  'think-min',
  'think-max',
  'scenarios',
  'timeout',
  'seed',
];

interface StressArgs extends StressProfile {
  readonly scale: number;
  readonly concurrency: number;
  readonly scenarios: readonly string[];
  readonly seed: number;
  readonly json: boolean;
}

function number(flags: OwnFlags, name: string, fallback: number, min: number): number {
  const text = flags.string(name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < min) {
    throw new AppError(
      'config_invalid',
      `--${name} is '${text}'; it takes a number of ${String(min)} or more.`,
    );
  }
  return value;
}

function parse(argv: readonly string[]): StressArgs {
  const options = Object.fromEntries(NAMES.map((name) => [name, { type: 'string' as const }]));
  const flags = ownFlags(argv, { ...options, json: { type: 'boolean' } });
  const [stray] = flags.rest;
  if (stray !== undefined)
    throw new AppError('config_invalid', `'stress' has no option ${stray}; see 'studio stress --help'.`);
  const args = {
    url: flags.string('url') ?? 'http://127.0.0.1:8000',
    scale: Math.round(number(flags, 'scale', 256, 1)),
    concurrency: Math.round(number(flags, 'concurrency', 64, 1)),
    minTurns: number(flags, 'min-turns', 3, 0),
    maxTurns: number(flags, 'max-turns', 20, 0),
    thinkMinS: number(flags, 'think-min', 1, 0),
    thinkMaxS: number(flags, 'think-max', 20, 0),
    timeoutMs: 1000 * number(flags, 'timeout', 60, 1),
    seed: number(flags, 'seed', 1, 0),
    scenarios: flags.string('scenarios')?.split(',') ?? [],
    json: flags.boolean('json'),
  };
  if (!/^(https?|wss?):\/\//.test(args.url) || !URL.canParse(args.url)) {
    throw new AppError(
      'config_invalid',
      `--url is '${args.url}'; it takes an address such as http://127.0.0.1:8000.`,
    );
  }
  if (args.minTurns > args.maxTurns)
    throw new AppError('config_invalid', '--min-turns is larger than --max-turns.');
  if (args.thinkMinS > args.thinkMaxS)
    throw new AppError('config_invalid', '--think-min is larger than --think-max.');
  return args;
}

async function listed(url: string, timeoutMs: number): Promise<Observation> {
  try {
    await using client = await connect(url, { timeoutMs });
    return (await client.callTool('__list_scenarios__')).observation;
  } catch (error) {
    if (!(error instanceof OpenEnvError)) throw error;
    throw new AppError(
      'runtime_failed',
      `${error.message}. Is a server running at ${url}? Name it with --url.`,
      {
        cause: error,
      },
    );
  }
}

async function scenariosOf({ url, scenarios, timeoutMs }: StressArgs): Promise<readonly string[]> {
  if (scenarios.length > 0) return scenarios;
  const observation = await listed(url, timeoutMs);
  return (observation.scenarios ?? []).slice(0, 20).map((item) => String((item as { name?: unknown }).name));
}

interface Line {
  readonly what: string;
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

function line(what: string, values: readonly number[]): Line {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { what, count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

interface Summary {
  readonly episodes: number;
  readonly failed: number;
  readonly seconds: number;
  readonly turnsPerS: number;
  readonly latenciesMs: readonly Line[];
  readonly answers: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

function summarise(rollouts: readonly Rollout[], seconds: number): Summary {
  const all = (pick: (rollout: Rollout) => readonly number[]) => rollouts.flatMap(pick);
  const answers: Record<string, number> = {};
  for (const rollout of rollouts) {
    for (const [kind, count] of rollout.answers) answers[kind] = (answers[kind] ?? 0) + count;
  }
  const failures = rollouts.flatMap(({ scenario, error }) =>
    error === undefined ? [] : `${scenario}: ${error}`,
  );
  return {
    episodes: rollouts.length,
    failed: failures.length,
    seconds,
    turnsPerS: all((r) => r.callMs).length / seconds,
    latenciesMs: [
      line(
        'connect',
        all((r) => r.connectMs),
      ),
      line(
        'reset',
        all((r) => r.resetMs),
      ),
      line(
        'list_tools',
        all((r) => r.listToolsMs),
      ),
      line(
        'tool call',
        all((r) => r.callMs),
      ),
      line(
        'done',
        all((r) => r.doneMs),
      ),
    ],
    answers,
    failures,
  };
}

function render(summary: Summary): string {
  const cell = (value: number) => value.toFixed(value < 100 ? 1 : 0).padStart(9);
  const rows = summary.latenciesMs.map(
    ({ what, count, p50, p90, p99, max }) =>
      `${what.padEnd(12)}${String(count).padStart(8)}${[p50, p90, p99, max].map(cell).join('')}`,
  );
  const answers = Object.entries(summary.answers).map(([kind, count]) => `${kind} ${String(count)}`);
  return [
    '',
    `${String(summary.episodes - summary.failed)} of ${String(summary.episodes)} episodes succeeded, ${String(summary.failed)} failed, in ${summary.seconds.toFixed(1)} s (${summary.turnsPerS.toFixed(0)} calls/s)`,
    '',
    `milliseconds   count      p50      p90      p99      max`,
    ...rows,
    '',
    `answers to tool calls: ${answers.join(', ')}`,
    ...[...new Set(summary.failures)].slice(0, 20).map((failure) => `✗ ${failure}`),
    '',
  ].join('\n');
}

/** `studio stress`: the public load profile with live progress and a table. */
export async function stress(argv: readonly string[]): Promise<number> {
  if (wantsHelp(argv)) {
    process.stdout.write(HELP);
    return 0;
  }
  const args = parse(argv);
  const scenarios = await scenariosOf(args);
  if (scenarios.length === 0) throw new AppError('not_found', `The server at ${args.url} has no scenarios.`);
  const progress = { resets: 0, turns: 0, ended: 0, failed: 0 };
  const started = performance.now();
  const tty = process.stderr.isTTY;
  const show = () => {
    const { resets, turns, ended, failed } = progress;
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    const text = `${seconds} s: ${String(resets)} reset, ${String(turns)} calls, ${String(ended)}/${String(args.scale)} ended, ${String(failed)} failed`;
    process.stderr.write(tty ? `\r\u001b[K${text}` : `${text}\n`);
  };
  const ticker = setInterval(show, tty ? 250 : 10_000);
  const gate = createGate(args.concurrency);
  const rollouts = await Promise.all(
    Array.from({ length: args.scale }, async (_, i) => {
      const task = {
        scenario: scenarios[i % scenarios.length] ?? '',
        taskIdx: i % 10,
        random: seededRandom(args.seed * 100_003 + i),
      };
      const rollout = await playRollout(args, task, gate, {
        reset: () => (progress.resets += 1),
        turn: () => (progress.turns += 1),
      });
      progress.ended += 1;
      if (rollout.error !== undefined) progress.failed += 1;
      return rollout;
    }),
  );
  clearInterval(ticker);
  show();
  const summary = summarise(rollouts, (performance.now() - started) / 1000);
  process.stdout.write(args.json ? `${JSON.stringify(summary, null, 2)}\n` : render(summary));
  return summary.failed === 0 ? 0 : 1;
}
