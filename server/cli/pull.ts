import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../lib/contracts/errors.ts';
import { configHelp, loadConfig, processEnvironment } from '../config.ts';
import { createDataset } from '../dataset/index.ts';
import { pullRuns } from '../engine/index.ts';
import { createStore } from '../store/index.ts';
import { createImportProgress } from './import-progress.ts';
import { reportFailure, type CliIo } from './io.ts';
import { ownFlags, wantsHelp } from './own-flags.ts';

const HELP = `studio pull URL [--filter TEXT] [options]
  Merges the runs of another studio into this one's library (--home): those that are not here yet, by what was recorded.
  Broken off, it goes on where it was when it is run again. --filter takes what the run table takes.
  Where the other studio has accounts, its API token is read from AWM_STUDIO_TOKEN; it may read.

`;

/** `studio pull`: exit code 1 where a run could not be taken. */
export async function pull(argv: readonly string[], io: CliIo = process): Promise<number> {
  if (wantsHelp(argv) || argv.length === 0) {
    process.stdout.write(`${HELP}${configHelp(['home', 'data'])}\n`);
    return argv.length === 0 ? 2 : 0;
  }
  const flags = ownFlags(argv, { filter: { type: 'string' } });
  const [url, ...rest] = flags.rest;
  if (url === undefined || url.startsWith('-'))
    throw new AppError('config_invalid', 'Name the other studio first: studio pull URL.');
  const environment = processEnvironment();
  const config = loadConfig(rest, environment);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const progress = createImportProgress(io, stop.signal);
  try {
    await using store = await createStore({ homeDir: config.homeDir });
    await using dataset = await createDataset({
      packs: config.packs,
      cacheDir: join(config.homeDir, 'cache'),
      watch: false,
    });
    const tmpDir = join(config.homeDir, 'tmp');
    await mkdir(tmpDir, { recursive: true, mode: 0o700 });
    const { here } = await pullRuns(
      {
        ...{ store, dataset, tmpDir, url, q: flags.string('filter') ?? '', publicOnly: false },
        token: environment['AWM_STUDIO_TOKEN'],
      },
      { ...progress, advance: () => undefined },
    );
    await store.settled();
    progress.end();
    if (here > 0) io.stderr.write(`${String(here)} were here already\n`);
  } catch (error) {
    progress.end();
    if (!stop.signal.aborted) return reportFailure(io, error);
    io.stderr.write('studio: stopped; what came in so far stays. Run it again to go on.\n');
    return 1;
  }
  return progress.lines.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}
