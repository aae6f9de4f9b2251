import { join } from 'node:path';
import { AppError } from '../../lib/contracts/errors.ts';
import { configHelp, loadConfig, processEnvironment } from '../config.ts';
import { ownFlags, wantsHelp } from './own-flags.ts';
import { runAudit, type AuditArgs } from './audit-run.ts';

const HELP = `studio audit [--scenario NAME]… [--baseline FILE] [--write-baseline FILE] [--fail-on new|any|none]
             [--format text|json|jsonl|sarif] [options]
  Looks for broken scenarios, tasks and verifiers in packs, without a server: verifiers that pass or refuse whatever
  was done, that ignore the answer or trust it alone; tools and routes that cannot work; seeds that fail; answers of
  the app that are punished as format errors. A finding a line on stdout.

  --baseline FILE        findings that are known: only others are new; one that is gone is told as fixed
  --write-baseline FILE  writes what was found as a baseline; reasons in --baseline are kept
  --fail-on WHAT         exit code 1 on new findings (the default), on any, or on none; infos never fail
  --format FORMAT        text (the default), json, jsonl or sarif

  Exit codes: 0 nothing to fail on, 1 findings or a scenario that could not be audited, 2 wrong options, 130 stopped.

`;

/** `studio audit`. @throws AppError config_invalid */
export async function audit(argv: readonly string[]): Promise<number> {
  if (wantsHelp(argv)) {
    process.stdout.write(`${HELP}${configHelp(['data', 'home', 'python'])}\n`);
    return 0;
  }
  const text = { type: 'string' } as const;
  const flags = ownFlags(argv, {
    scenario: { type: 'string', multiple: true },
    baseline: text,
    'write-baseline': text,
    'fail-on': text,
    format: text,
  });
  const config = loadConfig(flags.rest, processEnvironment());
  const args: AuditArgs = {
    packs: config.packs,
    cacheDir: join(config.homeDir, 'cache'),
    python: config.python,
    scenarios: flags.strings('scenario'),
    baseline: flags.string('baseline'),
    writeBaseline: flags.string('write-baseline'),
    failOn: oneOf('--fail-on', flags.string('fail-on') ?? 'new', ['new', 'any', 'none']),
    format: oneOf('--format', flags.string('format') ?? 'text', ['text', 'json', 'jsonl', 'sarif']),
  };
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return runAudit(args, process, stop.signal);
}

function oneOf<const T extends string>(flag: string, value: string, values: readonly T[]): T {
  const found = values.find((one) => one === value);
  if (found !== undefined) return found;
  throw new AppError('config_invalid', `${flag} takes ${values.join(', ')}; not '${value}'.`);
}
