import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_DIR } from '../config.ts';
import { startServerProcess, type ServerProcess } from '../testing/server-process.ts';

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = promisify(execFile);

async function studio(...argv: string[]): Promise<Ran> {
  try {
    const { stdout, stderr } = await run(process.execPath, [join(PROJECT_DIR, 'server', 'main.ts'), ...argv]);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Ran;
    return { code, stdout, stderr };
  }
}

describe('the command line', () => {
  it('lists its commands and options', async () => {
    const { code, stdout } = await studio('--help');
    expect(code).toBe(0);
    for (const word of ['serve', 'data pull|check', 'stress', 'doctor', '--home X'])
      expect(stdout).toContain(word);
  });

  it('says its version', async () => {
    expect((await studio('--version')).stdout).toMatch(/^AWM Studio \d+\.\d+\.\d+$/m);
  });

  it.each(['serve', 'data', 'stress', 'doctor'])('%s --help tells more', async (command) => {
    const { code, stdout } = await studio(command, '--help');
    expect(code).toBe(0);
    expect(stdout).toContain(`studio ${command}`);
  });

  it.each([
    [['fly'], /no command 'fly'/],
    [['--nonsense'], /--nonsense/],
    [['stress', '--scale', 'many'], /--scale is 'many'/],
    [['stress', '--url', 'nowhere'], /--url is 'nowhere'/],
    [['stress', '--url', 'http://127.0.0.1:9'], /127\.0\.0\.1:9/],
    [['data', 'push'], /data push/],
  ])('refuses %j in one line', async (argv, message) => {
    const { code, stderr } = await studio(...argv);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('doctor', () => {
  it('finds all that serving needs', async () => {
    const home = await mkdtemp(join(tmpdir(), 'awm-doctor-'));
    try {
      const { code, stdout } = await studio('doctor', '--json', '--port', '0', '--home', home);
      expect(code).toBe(0);
      const findings = JSON.parse(stdout) as { what: string; status: string }[];
      expect(findings.map(({ what }) => what)).toEqual(
        expect.arrayContaining([
          'Node',
          'Python runtime',
          'Sandbox: Landlock',
          'Sandbox: seccomp',
          'Pack scenarios',
        ]),
      );
      expect(findings.filter(({ status }) => status === 'fails')).toEqual([]);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});

describe('stress', () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServerProcess({ packs: [join(PROJECT_DIR, 'scenarios')] });
  });

  afterAll(() => server[Symbol.asyncDispose]());

  it('plays many episodes at once without a failure', async () => {
    const profile = ['--scale', '24', '--concurrency', '8', '--min-turns', '2', '--max-turns', '4'];
    const thinks = ['--think-min', '0', '--think-max', '0.05'];
    const { code, stdout } = await studio('stress', '--json', '--url', server.httpUrl, ...profile, ...thinks);
    const summary = JSON.parse(stdout) as {
      episodes: number;
      failures: string[];
      answers: Record<string, number>;
    };
    expect({ code, ...summary }).toMatchObject({ code: 0, episodes: 24, failures: [] });
    expect(summary.answers['tool_call_ok']).toBeGreaterThan(0);
  });

  it('says which episodes failed, and ends with 1', async () => {
    const { code, stdout } = await studio(
      'stress',
      '--url',
      server.httpUrl,
      '--scale',
      '2',
      '--scenarios',
      'nowhere',
    );
    expect(code).toBe(1);
    expect(stdout).toContain("Scenario 'nowhere' not found");
  });
});
