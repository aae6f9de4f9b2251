import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_DIR } from '../config.ts';
import { connectRaw } from './raw-client.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

/** Recordings of the reference server, kept beside the checkout; they are not ours to carry. */
const SHARED = join(PROJECT_DIR, '..', 'shared');
const PARITY = join(SHARED, 'parity');
const present = existsSync(join(PARITY, 'replay.py'));

const python = join(PROJECT_DIR, '.venv', 'bin', 'python');
const run = promisify(execFile);

interface KeptStep {
  readonly action: string;
  readonly tool_name?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

interface KeptTrajectory {
  readonly scenario: string;
  readonly task_idx: number;
  readonly steps: number;
  readonly trajectory: readonly KeptStep[];
}

/** Times and generated values differ from run to run; what they stand in must not. */
const maskTimes = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?/g, '<time>');

describe.skipIf(!present)(
  `the reference's recordings${present ? '' : ' (skipped: ../shared/parity is absent)'}`,
  () => {
    let server: ServerProcess;

    beforeAll(async () => {
      server = await startServerProcess({ packs: [join(SHARED, 'awm-1k-sample')] });
    });

    afterAll(() => server[Symbol.asyncDispose]());

    it('every exchange and every final database of ten episodes match', async () => {
      const recordings = readdirSync(PARITY).filter((name) => /_\d+\.json$/.test(name));
      const files = recordings.map((name) => join(PARITY, name));
      const { stdout } = await run(python, [join(PARITY, 'replay.py'), server.wsUrl, ...files, '--db']);
      expect(stdout).toMatch(/^(\d+)\/\1 match$/m);
      expect(stdout.match(/database matches/g)).toHaveLength(recordings.length);
    }, 180_000);

    it('every protocol case matches', async () => {
      const { stdout } = await run(python, [join(PARITY, 'replay_protocol.py'), server.wsUrl]);
      expect(stdout).toMatch(/^(\d+)\/\1 cases match$/m);
    });

    it('the kept folder’s trajectory is made again by the same calls', async () => {
      const kept = readFileSync(join(PARITY, 'session-folder', 'trajectory.json'), 'utf8');
      const { scenario, task_idx: taskIdx, steps, trajectory } = JSON.parse(kept) as KeptTrajectory;
      await using client = await connectRaw(server.wsUrl);
      await client.reset({ scenario, task_idx: taskIdx });
      for (const { action, tool_name: tool, arguments: args } of trajectory) {
        if (action === 'list_tools') await client.send({ type: 'step', data: { type: 'list_tools' } });
        else await client.call(action === 'verify' ? 'verify' : (tool ?? ''), args);
      }
      // What the trajectory leaves out and only its count of steps shows.
      for (let left = steps - trajectory.length - 1; left > 0; left -= 1)
        await client.call('__list_scenarios__');
      const done = await client.call('done', { keep_session: true });
      const made = readFileSync(String(done.data.observation?.['trajectory_path']), 'utf8');
      // The spelling too: a client that wrote 5.0 finds 5.0.
      const spelled = (text: string) => maskTimes(text).replace('"min_pool_apy": 5.0', '"min_pool_apy": 5');
      expect(spelled(made)).toBe(spelled(kept));
      const script = (path: string) => readFileSync(path, 'utf8').replace(/port=\d+/, 'port=0');
      const dir = String(done.data.observation?.['session_dir']);
      const keptScript = script(join(PARITY, 'session-folder', 'server.py'));
      expect(script(join(dir, 'server.py')).replaceAll(dir, '<session_dir>')).toBe(keptScript);
    });
  },
);
