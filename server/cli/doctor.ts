import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../lib/contracts/errors.ts';
import { configHelp, loadConfig, processEnvironment, type Config } from '../config.ts';
import { createDataset } from '../dataset/index.ts';
import { sessionsRoot } from '../engine/index.ts';
import { createHost, type SandboxReport } from '../host/index.ts';

type Status = 'ok' | 'weak' | 'fails';

interface Finding {
  readonly what: string;
  readonly status: Status;
  readonly detail: string;
}

const MIN_FREE_BYTES = 1024 ** 3;
const gib = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function portProblem(error: unknown): string {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' ? 'in use' : reason(error);
}

async function checkPort(config: Config): Promise<Finding> {
  const what = `Port ${String(config.port)} on ${config.host}`;
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(config.port, config.host, resolve);
    });
    return { what, status: 'ok', detail: 'free' };
  } catch (error) {
    return { what, status: 'fails', detail: `${portProblem(error)}; take another with --port` };
  } finally {
    probe.close();
  }
}

async function checkDisk(config: Config): Promise<Finding> {
  const what = `Disk below ${config.homeDir}`;
  // The home may not exist yet: its nearest parent that does tells.
  for (let dir = config.homeDir; ; dir = join(dir, '..')) {
    try {
      const { bavail, bsize } = await statfs(dir);
      const free = bavail * bsize;
      const detail = `${gib(free)} free`;
      if (free >= MIN_FREE_BYTES) return { what, status: 'ok', detail };
      return {
        what,
        status: 'weak',
        detail: `${detail}; recording stops when it is full, so free some or move --home`,
      };
    } catch (error) {
      if (join(dir, '..') === dir) return { what, status: 'fails', detail: reason(error) };
    }
  }
}

async function checkPacks(config: Config): Promise<readonly Finding[]> {
  try {
    await using dataset = await createDataset({
      packs: config.packs,
      cacheDir: join(config.homeDir, 'cache'),
      watch: false,
    });
    return dataset.packs().map((pack) => ({
      what: `Pack ${pack.name}`,
      status: pack.problems.length === 0 ? 'ok' : 'weak',
      detail: `${String(pack.scenarios)} scenarios, ${String(pack.problems.length)} problems (${pack.path})`,
    }));
  } catch (error) {
    return [{ what: 'Packs', status: 'fails', detail: reason(error) }];
  }
}

function layers(sandbox: SandboxReport): readonly Finding[] {
  const layer = (
    what: string,
    part: { readonly active: boolean; readonly why?: string },
    detail: string,
  ): Finding => ({
    what: `Sandbox: ${what}`,
    status: part.active ? 'ok' : 'weak',
    detail: part.active ? detail : (part.why ?? 'not available'),
  });
  return [
    layer('Landlock', sandbox.landlock, `ABI ${String(sandbox.landlock.abi ?? '?')}`),
    layer('seccomp', sandbox.seccomp, 'holds'),
    layer('namespaces', sandbox.namespaces, 'hold'),
    layer('rlimits', { active: sandbox.rlimits }, 'hold'),
    layer('no_new_privs', { active: sandbox.noNewPrivs }, 'holds'),
  ];
}

async function checkRuntime(config: Config): Promise<readonly Finding[]> {
  try {
    const cacheDir = join(config.homeDir, 'cache');
    await using host = await createHost({
      python: config.python,
      cacheDir,
      sessionsDir: sessionsRoot(config.homeDir),
    });
    const { python, packages, sandbox } = host.report;
    const detail = `${python}; ${Object.entries(packages)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`;
    return [{ what: 'Python runtime', status: 'ok', detail }, ...layers(sandbox)];
  } catch (error) {
    const detail = `${reason(error)}. Run bin/studio once: it sets Python up.`;
    return [{ what: 'Python runtime', status: 'fails', detail }];
  }
}

const MARKS: Readonly<Record<Status, string>> = { ok: '✓', weak: '!', fails: '✗' };

/** `studio doctor`: one line per thing that serving needs; exit code 1 when one fails. */
export async function doctor(argv: readonly string[]): Promise<number> {
  const json = argv.includes('--json');
  const rest = argv.filter((flag) => flag !== '--json');
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(
      `studio doctor [--json] [options]\n\nChecks what this machine offers to 'studio serve' with the same options.\n\n${configHelp()}\n`,
    );
    return 0;
  }
  const config = loadConfig(rest, processEnvironment());
  const machine = `${String(availableParallelism())} cores, ${gib(totalmem())} memory (${gib(freemem())} free)`;
  const findings: readonly Finding[] = [
    { what: 'Node', status: 'ok', detail: `${process.version} (${process.platform} ${process.arch})` },
    { what: 'Machine', status: 'ok', detail: machine },
    ...(await checkRuntime(config)),
    await checkPort(config),
    await checkDisk(config),
    ...(await checkPacks(config)),
  ];
  if (json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  else
    for (const { what, status, detail } of findings)
      process.stdout.write(`${MARKS[status]} ${what.padEnd(28)} ${detail}\n`);
  const failed = findings.filter(({ status }) => status === 'fails');
  if (failed.length > 0)
    throw new AppError(
      'internal',
      `${String(failed.length)} of ${String(findings.length)} checks fail; see ✗ above.`,
    );
  return 0;
}
