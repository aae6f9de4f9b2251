import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { startFakeHub } from '../dataset/testing/fake-hub.ts';
import { jsonlPack, tempDir } from '../dataset/testing/packs.ts';
import { runDataPull } from './data-pull.ts';
import { formatBytes, formatSeconds } from './format-bytes.ts';
import { Speed } from './pull-progress.ts';

const REPO = 'Snowflake/AgentWorldModel-1K';

function capture(isTTY: boolean): {
  readonly stream: PassThrough & { isTTY: boolean; columns: number };
  text(): string;
} {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 120 });
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { stream, text: () => text };
}

async function pull(isTTY: boolean, revision = 'main'): Promise<{ code: number; out: string; err: string }> {
  await using dir = await tempDir();
  await using hub = await startFakeHub({
    repo: REPO,
    commit: 'a'.repeat(40),
    files: Object.fromEntries(
      Object.entries(jsonlPack('a', 'b')).map(([name, text]) => [
        name,
        { content: Buffer.from(text), lfs: true },
      ]),
    ),
  });
  const [stdout, stderr] = [capture(isTTY), capture(isTTY)];
  const args = { repo: REPO, revision, endpoint: hub.endpoint, token: undefined, dest: join(dir.path, 'd') };
  const code = await runDataPull(
    args,
    { stdout: stdout.stream, stderr: stderr.stream },
    new AbortController().signal,
  );
  return { code, out: stdout.text(), err: stderr.text() };
}

it('prints plain lines where there is no terminal', async () => {
  const { code, out, err } = await pull(false);
  expect(code).toBe(0);
  expect(out).toContain(`7 files, `);
  expect(out).toContain('studio serve --data');
  expect(err).toContain('gen_envs.jsonl: checksum right');
  expect(err).not.toContain('\u001b');
});

it('draws a bar with bytes on a terminal', async () => {
  const { code, err } = await pull(true);
  expect(code).toBe(0);
  expect(err).toContain('100%');
  expect(err).toMatch(/\d kB of/);
});

it('ends with 1 and one sentence on failure', async () => {
  const { code, err } = await pull(false, 'nope');
  expect(code).toBe(1);
  expect(err).toMatch(/^studio: .*no revision 'nope'/m);
});

it('formats bytes, seconds and speed', () => {
  expect([0, 999, 1500, 999_999, 530_000_000].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.5 kB',
    '1.0 MB',
    '530 MB',
  ]);
  expect([5, 75, 3700, Infinity].map(formatSeconds)).toEqual(['0:05', '1:15', '1:01:40', '–']);
  const speed = new Speed();
  expect(speed.get()).toBe(0);
  speed.add(0, 1_000_000);
  speed.add(2000, 3_000_000);
  expect(speed.get()).toBe(1_000_000);
});
