import { join } from 'node:path';
import { AppError } from '../../lib/contracts/errors.ts';
import { HUB_ENDPOINT, PUBLIC_REPO } from '../dataset/index.ts';
import { configHelp, loadConfig, processEnvironment } from '../config.ts';
import { runDataCheck } from './data-check.ts';
import { runDataPull } from './data-pull.ts';
import { ownFlags, wantsHelp } from './own-flags.ts';

const HELP = `studio data pull [--repo OWNER/NAME] [--revision REV] [--dest DIR] [--endpoint URL] [--token T]
  Downloads a data set of scenarios from the Hugging Face Hub: pinned to a commit, resumed where it broke off,
  checked. Default: Snowflake/AgentWorldModel-1K (0.5 GB) to ./awm-1k. The token may stand in HF_TOKEN, the
  endpoint in HF_ENDPOINT.

studio data check [--json FILE|-] [--scenario NAME]… [options]
  Looks for what is broken in scenarios: failing seeds, shadowed routes, tools that cannot be called, state outside
  the database, verifiers that pass on the untouched database. A table, and JSON to a file or ('-') to stdout.

`;

async function pull(argv: readonly string[], signal: AbortSignal): Promise<number> {
  const text = { type: 'string' } as const;
  const flags = ownFlags(argv, { repo: text, revision: text, dest: text, endpoint: text, token: text });
  const [stray] = flags.rest;
  if (stray !== undefined)
    throw new AppError('config_invalid', `'data pull' has no option ${stray}; see 'studio data --help'.`);
  const environment = processEnvironment();
  const args = {
    repo: flags.string('repo') ?? PUBLIC_REPO,
    revision: flags.string('revision') ?? 'main',
    endpoint: flags.string('endpoint') ?? environment['HF_ENDPOINT'] ?? HUB_ENDPOINT,
    token: flags.string('token') ?? environment['HF_TOKEN'],
    dest: flags.string('dest') ?? 'awm-1k',
  };
  return runDataPull(args, process, signal);
}

async function check(argv: readonly string[], signal: AbortSignal): Promise<number> {
  const flags = ownFlags(argv, { json: { type: 'string' }, scenario: { type: 'string', multiple: true } });
  const config = loadConfig(flags.rest, processEnvironment());
  const args = {
    packs: config.packs,
    cacheDir: join(config.homeDir, 'cache'),
    python: config.python,
    scenarios: flags.strings('scenario'),
    json: flags.string('json'),
  };
  return runDataCheck(args, process, signal);
}

/** `studio data pull` and `studio data check`. */
export async function data(argv: readonly string[]): Promise<number> {
  const [verb, ...rest] = argv;
  if (verb === undefined || wantsHelp(argv)) {
    process.stdout.write(HELP + (verb === 'check' ? `${configHelp(['data', 'home', 'python'])}\n` : ''));
    return verb === undefined ? 2 : 0;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  switch (verb) {
    case 'pull':
      return pull(rest, stop.signal);
    case 'check':
      return check(rest, stop.signal);
    default:
      throw new AppError(
        'config_invalid',
        `'data ${verb}' is not a command; there are 'data pull' and 'data check'.`,
      );
  }
}
