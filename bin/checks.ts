import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readReport, type TestCase } from './junit.ts';
import { failuresOf, filesToTryAgain, settled, type Settled } from './unsteady.ts';

/** Every check and test of the project; ends with the line `N passed, N failed`. */

interface Check {
  readonly name: string;
  readonly command: readonly string[];
  /** Where it writes a JUnit report; a check without one counts as one. */
  readonly report?: string;
  /** It keeps all cores busy by itself, or is waited for by the clock: nothing beside it. */
  readonly alone?: boolean;
  /** What to add to the command so that it runs these files alone. */
  readonly only?: (files: readonly string[]) => readonly string[];
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

function tests(name: string, command: readonly string[], more: Pick<Check, 'alone' | 'only'> = {}): Check {
  const report = join(out, `${name.replaceAll(/\W+/g, '-')}.xml`);
  return { name, command: command.map((part) => part.replace('{report}', report)), report, ...more };
}

const CHECKS: readonly Check[] = [
  // The longest first, so that nothing waits for it in the end.
  { name: 'eslint', command: [bin('eslint'), '.'] },
  { name: 'prettier', command: [bin('prettier'), '--check', '--log-level', 'warn', '.'] },
  { name: 'tsc', command: [bin('tsc'), '--noEmit', '-p', '.'] },
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
  tests(
    'vitest',
    [bin('vitest'), 'run', '--reporter=default', '--reporter=junit', '--outputFile.junit={report}'],
    { alone: true, only: (files) => files },
  ),
  tests('playwright', [bin('playwright'), 'test', '--config', 'e2e/playwright.config.ts'], {
    alone: true,
    only: (files) => files.map((file) => `/${file}$`),
  }),
];

/** What a check that runs beside another writes is told when it ends, so that the two do not mix. */
function run(check: Check, more: readonly string[] = []): Promise<number> {
  const [command, ...args] = [...check.command, ...more];
  if (command === undefined) throw new Error(`${check.name} has no command`);
  // Playwright takes its report's path from the environment alone.
  const env = { ...process.env, ...(check.report && { PLAYWRIGHT_JUNIT_OUTPUT_FILE: check.report }) };
  const stdio = check.alone === true ? 'inherit' : 'pipe';
  const said: Buffer[] = [];
  return new Promise((done) => {
    let ended = false;
    const end = (code: number): void => {
      if (ended) return;
      ended = true;
      if (check.alone !== true) process.stdout.write(`${heading(check)}${Buffer.concat(said).toString()}`);
      done(code);
    };
    if (check.alone === true) process.stdout.write(heading(check));
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', stdio, stdio], env });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => said.push(chunk));
    child.once('error', (error) => {
      said.push(Buffer.from(`${check.name} did not start: ${error.message}\n`));
      end(127);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

function say(how: string, { name }: Check, { file, test, why }: TestCase): void {
  process.stdout.write(`\n${how}: ${name} › ${file} › ${test}: ${why}\n`);
}

function heading({ name }: Check): string {
  return `\n=== ${name}\n`;
}

function casesOf(check: Check, code: number): readonly TestCase[] {
  const whole = { file: '', test: check.name, why: code === 0 ? '' : `ended with ${String(code)}` };
  const failed: TestCase = { ...whole, state: 'failed' };
  if (check.report === undefined) return [code === 0 ? { ...whole, state: 'passed' } : failed];
  try {
    const cases = readReport(check.report);
    // A runner that failed without a failed test (a crash, nothing found) is a failure too.
    return code !== 0 && failuresOf(cases).length === 0 ? [...cases, failed] : cases;
  } catch {
    return [failed];
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

interface Outcome extends Settled {
  readonly check: Check;
  readonly seconds: number;
}

async function outcomeOf(check: Check): Promise<Outcome> {
  const started = performance.now();
  const ended = await runTwice(check);
  return { ...ended, check, seconds: (performance.now() - started) / 1000 };
}

async function runTwice(check: Check): Promise<Settled> {
  const first = casesOf(check, await run(check));
  const files = filesToTryAgain(first);
  if (check.only === undefined || files.length === 0) return { cases: first, unsteady: [] };
  process.stdout.write(`\n${check.name}: once more, alone: ${files.join(', ')}\n`);
  return settled(first, casesOf(check, await run(check, check.only(files))));
}

/** As many at once as there are cores, in the order of the list. */
async function sideBySide(checks: readonly Check[]): Promise<readonly Outcome[]> {
  const left = [...checks];
  const outcomes: Outcome[] = [];
  const worker = async (): Promise<void> => {
    for (let check = left.shift(); check !== undefined; check = left.shift())
      outcomes.push(await outcomeOf(check));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return outcomes;
}

const chosen = CHECKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
process.stdout.write(
  `${chosen.map(({ name }) => name).join(', ')} (${String(availableParallelism())} cores)\n`,
);
const outcomes = [...(await sideBySide(chosen.filter(({ alone }) => alone !== true)))];
for (const check of chosen.filter(({ alone }) => alone === true)) outcomes.push(await outcomeOf(check));
rmSync(out, { recursive: true, force: true });

const total = { passed: 0, failed: 0 };
process.stdout.write('\n');
for (const { check, cases, seconds } of outcomes) {
  const count = (state: TestCase['state']) => cases.filter((test) => test.state === state).length;
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')];
  total.passed += passed;
  total.failed += failed;
  process.stdout.write(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${check.name.padEnd(20)} ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed ${String(skipped).padStart(3)} skipped ${seconds.toFixed(1).padStart(7)} s\n`,
  );
}
// Said again at the end: what went wrong is otherwise thousands of lines above.
for (const { check, cases, unsteady } of outcomes) {
  for (const test of unsteady) say('unsteady, passed the second time', check, test);
  for (const test of failuresOf(cases)) say('failed', check, test);
}
process.stdout.write(`\n${String(total.passed)} passed, ${String(total.failed)} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
