import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Every check and test of the project, one after the other; ends with the line `N passed, N failed`. */

interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Check {
  readonly name: string;
  readonly command: readonly string[];
  /** Reads what the tool reported; a check without it counts as one. */
  readonly count?: (out: string) => Count;
  readonly report?: string;
}

const root = resolve(import.meta.dirname, '..');
const out = mkdtempSync(join(tmpdir(), 'awm-studio-test-'));
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const python = (module: string, ...args: string[]) => [
  join(root, '.venv', 'bin', 'python'),
  '-m',
  module,
  ...args,
];

/** Numbers of the JUnit reports that pytest, vitest and Playwright all write. */
function junit(path: string): Count {
  const xml = readFileSync(path, 'utf8');
  const cases = (xml.match(/<testcase\b/g) ?? []).length;
  const failed = (xml.match(/<(failure|error)\b/g) ?? []).length;
  const skipped = (xml.match(/<skipped\b/g) ?? []).length;
  return { passed: cases - failed - skipped, failed, skipped };
}

function tests(name: string, command: readonly string[]): Check {
  const report = join(out, `${name.replaceAll(/\W+/g, '-')}.xml`);
  return { name, command: command.map((part) => part.replace('{report}', report)), report, count: junit };
}

const CHECKS: readonly Check[] = [
  { name: 'prettier', command: [bin('prettier'), '--check', '--log-level', 'warn', '.'] },
  { name: 'tsc', command: [bin('tsc'), '--noEmit', '-p', '.'] },
  { name: 'eslint', command: [bin('eslint'), '.'] },
  {
    name: 'dependency-cruiser',
    command: [bin('depcruise'), 'app', 'components', 'lib', 'server', 'bench', 'e2e'],
  },
  { name: 'knip', command: [bin('knip')] },
  { name: 'ruff', command: python('ruff', 'check', 'runtime', 'scenarios') },
  { name: 'ruff format', command: python('ruff', 'format', '--check', 'runtime') },
  { name: 'mypy', command: python('mypy', '--config-file', 'runtime/pyproject.toml', 'runtime/awm_runtime') },
  tests('starter pack', python('pytest', '-q', 'scenarios/tests', '--junitxml={report}')),
  tests('runtime', python('pytest', '-q', 'runtime/tests', '--junitxml={report}')),
  tests('vitest', [
    bin('vitest'),
    'run',
    '--reporter=default',
    '--reporter=junit',
    '--outputFile.junit={report}',
  ]),
  tests('playwright', [bin('playwright'), 'test', '--config', 'e2e/playwright.config.ts']),
];

function run(check: Check): Promise<number> {
  const [command, ...args] = check.command;
  if (command === undefined) throw new Error(`${check.name} has no command`);
  // Playwright takes its report's path from the environment alone.
  const env = { ...process.env, ...(check.report && { PLAYWRIGHT_JUNIT_OUTPUT_FILE: check.report }) };
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
    child.once('error', (error) => {
      process.stdout.write(`${check.name} did not start: ${error.message}\n`);
      done(127);
    });
    child.once('close', (code) => done(code ?? 1));
  });
}

function countOf(check: Check, code: number): Count {
  const single: Count =
    code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
  if (check.count === undefined || check.report === undefined) return single;
  try {
    const count = check.count(check.report);
    // A runner that failed without a failed test (a crash, nothing found) is a failure too.
    return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length > 0) {
  process.stdout.write(
    `bin/test: no check is named ${unknown.join(', ')}; there are: ${CHECKS.map((c) => c.name).join(', ')}\n`,
  );
  process.exit(2);
}

const total = { passed: 0, failed: 0, skipped: 0 };
const rows: string[] = [];
for (const check of CHECKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  process.stdout.write(`\n=== ${check.name} (${String(availableParallelism())} cores)\n`);
  const started = performance.now();
  const count = countOf(check, await run(check));
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  rows.push(
    `${count.failed === 0 ? 'ok  ' : 'FAIL'} ${check.name.padEnd(20)} ${String(count.passed).padStart(5)} passed ${String(count.failed).padStart(3)} failed ${String(count.skipped).padStart(3)} skipped ${seconds.padStart(7)} s`,
  );
}
rmSync(out, { recursive: true, force: true });
process.stdout.write(
  `\n${rows.join('\n')}\n\n${String(total.passed)} passed, ${String(total.failed)} failed\n`,
);
process.exitCode = total.failed === 0 ? 0 : 1;
