import { resolve } from 'node:path';
import type { DatasetExport } from '../../../lib/contracts/annotation/datasets.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import { configHelp, loadConfig, processEnvironment } from '../../config.ts';
import { formatBytes } from '../format-bytes.ts';
import { reportFailure, type CliIo } from '../io.ts';
import { ownFlags, wantsHelp } from '../own-flags.ts';
import { follow } from './follow.ts';
import { openHomeDesk } from './home-desk.ts';
import { readSpec, SPEC_FLAGS, SPEC_HELP } from './read-spec.ts';
import { openStudioDesk } from './studio-desk.ts';
import type { ExportDesk, HubTarget } from './types.ts';
import { checkFolder, writeFolder } from './write-folder.ts';

const HELP = `studio export-labels --project X [--to FOLDER] [--push OWNER/NAME] [options]
  Writes labels as training data: the long table, SFT messages, DPO pairs or steps for process rewards, with their card.

  --to FOLDER        a new or an empty folder; it is there whole or not at all
  --push OWNER/NAME  a data set of the Hub; its token is read from HF_TOKEN
  --public           the data set is public where it is new; --branch X [main]
  --keep             the export stays in the studio's list, as one that is pushed does
  --url URL          a studio that runs, with the API token in AWM_STUDIO_TOKEN where it has accounts; it does the push.
                     Without it the home is opened here, which no studio may hold
${SPEC_HELP}
  Exit codes: 0 done, 1 failed, 2 wrong options, 130 stopped.

`;

const OWN = {
  ...SPEC_FLAGS,
  to: { type: 'string' },
  push: { type: 'string' },
  branch: { type: 'string' },
  url: { type: 'string' },
  public: { type: 'boolean' },
  keep: { type: 'boolean' },
} as const;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** `studio export-labels`. @throws AppError config_invalid */
export async function exportLabels(argv: readonly string[], io: CliIo = process): Promise<number> {
  if (wantsHelp(argv)) {
    io.stdout.write(`${HELP}${configHelp(['home', 'data', 'python', 'hubEndpoint'])}\n`);
    return 0;
  }
  const flags = ownFlags(argv, OWN);
  const environment = processEnvironment();
  const config = loadConfig(flags.rest, environment);
  const named = flags.string('to');
  const folder = named === undefined ? undefined : resolve(named);
  const target = targetOf(flags.string('push'), {
    token: environment['HF_TOKEN'],
    private: !flags.boolean('public'),
    branch: flags.string('branch') ?? 'main',
  });
  if (folder === undefined && target === undefined)
    throw new AppError('config_invalid', 'Say where it goes: --to FOLDER, --push OWNER/NAME, or both.');
  const url = flags.string('url');
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of SIGNALS) process.once(signal, onSignal);
  try {
    if (folder !== undefined) await checkFolder(folder);
    await using desk =
      url === undefined ? await openHomeDesk(config) : openStudioDesk(url, environment['AWM_STUDIO_TOKEN']);
    const spec = await readSpec(flags, desk);
    const job = await follow(desk, await desk.make(spec), io, stop.signal);
    const made = await desk.get((job.result as { readonly export: string }).export);
    try {
      if (folder !== undefined) {
        await writeFolder(folder, made.files, (name) => desk.file(made.id, name), stop.signal);
        io.stdout.write(`${folder}: ${summaryOf(made)}\n${made.python}\n`);
      }
      if (target !== undefined) await pushTo(target, made, desk, io, stop.signal);
    } finally {
      if (target === undefined && !flags.boolean('keep')) await desk.remove(made.id);
    }
    return 0;
  } catch (error) {
    if (!stop.signal.aborted) return reportFailure(io, error);
    io.stderr.write('studio: stopped.\n');
    return 130;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

function targetOf(
  repo: string | undefined,
  { token, ...how }: Omit<HubTarget, 'repo' | 'token'> & { readonly token: string | undefined },
): HubTarget | undefined {
  if (repo === undefined) return undefined;
  if (token === undefined || token === '')
    throw new AppError('config_invalid', '--push needs a token of the Hub that may write, in HF_TOKEN.');
  return { repo, token, ...how };
}

async function pushTo(
  target: HubTarget,
  made: DatasetExport,
  desk: ExportDesk,
  io: CliIo,
  signal: AbortSignal,
): Promise<void> {
  const { result } = await follow(desk, await desk.push(made.id, target), io, signal);
  const { url, commit } = result as { readonly url: string; readonly commit: string };
  io.stdout.write(`${url} ${commit}: ${summaryOf(made)}\n`);
}

function summaryOf({ counts, files, schemaHash }: DatasetExport): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const left = counts.left.map(({ why, count }) => `${why} ${String(count)}`);
  const out = left.length === 0 ? '' : `; left out: ${left.join(', ')}`;
  return `${String(counts.rows)} rows, ${formatBytes(bytes)}, schema ${schemaHash}${out}`;
}
