import { createDataset } from '../dataset/index.ts';
import { join, resolve } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { AppError } from '../../lib/contracts/errors.ts';
import type { JobLine } from '../../lib/contracts/jobs.ts';
import { configHelp, loadConfig, processEnvironment } from '../config.ts';
import { importFrom } from '../engine/index.ts';
import { createStore } from '../store/index.ts';
import { createImportProgress, type ImportProgress } from './import-progress.ts';
import { importOverUrl } from './import-url.ts';
import { reportFailure, type CliIo } from './io.ts';
import { ownFlags, wantsHelp, type OwnFlags } from './own-flags.ts';

const HELP = `studio import PATH... [--url URL] [--report FILE] [options]
  Takes runs into the library: session folders (trajectory.json, X.db, X_initial.db, server.py, server.log), folders and
  zips of them, trajectories alone, logs of tool calls (OpenAI chat messages, .json or .jsonl), exports of a studio.
  What a run lacks is named in the report; a run that is there already is skipped.

  --url URL            send them to a studio that runs, instead of opening its home (--home); the API token of one with
                       accounts is read from AWM_STUDIO_TOKEN; it may write
  --report FILE        the report as JSON, a line a run, to a file or ('-') to stdout
  --no-rebuild         leave the states between calls unknown; else the studio rebuilds them by replay once it runs
  --scenario, --task-idx, --experiment, --policy, --checkpoint, --train-step, --group, --tag
                       where the artifacts do not say

`;

const TEXT = { type: 'string' } as const;
const FLAGS = {
  url: TEXT,
  report: TEXT,
  'no-rebuild': { type: 'boolean' },
  scenario: TEXT,
  'task-idx': TEXT,
  experiment: TEXT,
  policy: TEXT,
  checkpoint: TEXT,
  'train-step': TEXT,
  group: TEXT,
  tag: { type: 'string', multiple: true },
} as const;

/** `studio import`: exit code 1 where something could not be imported. */
export async function importRuns(argv: readonly string[], io: CliIo = process): Promise<number> {
  if (wantsHelp(argv) || argv.length === 0) {
    process.stdout.write(`${HELP}${configHelp(['home', 'data'])}\n`);
    return argv.length === 0 ? 2 : 0;
  }
  const flags = ownFlags(argv, FLAGS);
  const firstFlag = flags.rest.findIndex((arg) => arg.startsWith('-'));
  const paths = firstFlag === -1 ? flags.rest : flags.rest.slice(0, firstFlag);
  if (paths.length === 0)
    throw new AppError('config_invalid', 'Name what to import first: studio import PATH... [options].');
  const environment = processEnvironment();
  const config = loadConfig(flags.rest.slice(paths.length), environment);
  const defaults = defaultsOf(flags);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const progress = createImportProgress(io, stop.signal);
  const reconstruct = !flags.boolean('no-rebuild');
  const url = flags.string('url');
  try {
    const token = environment['AWM_STUDIO_TOKEN'];
    if (url !== undefined) await importOverUrl({ url, token, paths, defaults, reconstruct }, progress);
    else
      await importToHome(
        { paths, defaults, reconstruct, homeDir: config.homeDir, packs: config.packs },
        progress,
      );
  } catch (error) {
    progress.end();
    if (stop.signal.aborted) {
      io.stderr.write('studio: stopped; what came in so far stays. Run it again to go on.\n');
      return 1;
    }
    return reportFailure(io, error);
  }
  progress.end();
  await writeReport(io, flags.string('report'), progress.lines);
  return progress.lines.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

async function importToHome(
  options: {
    paths: readonly string[];
    defaults: Readonly<Record<string, unknown>>;
    reconstruct: boolean;
    homeDir: string;
    packs: Parameters<typeof createDataset>[0]['packs'];
  },
  progress: ImportProgress,
): Promise<void> {
  const { homeDir } = options;
  await using store = await createStore({ homeDir }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'conflict' && error.details['homeDir'] !== undefined)
      throw new AppError(
        'conflict',
        `${homeDir} is in use by a studio that runs; send the runs to it with --url http://127.0.0.1:PORT, or stop it.`,
      );
    throw error;
  });
  await using dataset = await createDataset({
    packs: options.packs,
    cacheDir: join(homeDir, 'cache'),
    watch: false,
  });
  const paths = options.paths.map((path) => resolve(path));
  await importFrom(
    { store, dataset, defaults: options.defaults, reconstruct: options.reconstruct },
    paths,
    progress,
  );
  await store.settled();
}

function defaultsOf(flags: OwnFlags): Record<string, unknown> {
  const number = (name: string) => {
    const text = flags.string(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (text.trim() !== '' && Number.isSafeInteger(value)) return value;
    throw new AppError('config_invalid', `--${name} takes a whole number; got ${text}.`);
  };
  const tags = flags.strings('tag');
  const all = {
    scenario: flags.string('scenario'),
    task_idx: number('task-idx'),
    experiment: flags.string('experiment'),
    policy: flags.string('policy'),
    checkpoint: flags.string('checkpoint'),
    train_step: number('train-step'),
    group: flags.string('group'),
    tags: tags.length === 0 ? undefined : tags,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

async function writeReport(io: CliIo, file: string | undefined, lines: readonly JobLine[]): Promise<void> {
  if (file === undefined) return;
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  if (file === '-') io.stdout.write(text);
  else await writeFile(file, text);
}
