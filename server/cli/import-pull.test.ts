import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import type { JobLine } from '../../lib/contracts/jobs.ts';
import { writeTrajectory } from '../engine/artifacts/testing/zips.ts';
import { change, makeSeed, tempDir } from '../store/testing.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { createTinyPack } from '../testing/tiny-pack.ts';
import { importRuns } from './import.ts';
import { pull } from './pull.ts';

const CALL = { action: 'call_tool', tool_name: 't', arguments: {}, success: true, result: 'ok', error: null };

type Command = typeof importRuns;

async function run(command: Command, ...argv: readonly string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await command(argv, { stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), err: await text(stderr) };
}

function linesOf(report: string): readonly JobLine[] {
  return report
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JobLine);
}

it('runs are imported into a home, sent to a studio, and pulled from one; each tells what became of every run', async () => {
  const dir = tempDir('awm-cli-import-');
  const pack = await createTinyPack();
  onTestFinished(async () => {
    dir[Symbol.dispose]();
    await pack[Symbol.asyncDispose]();
  });
  const folder = join(dir.path, 'runs');
  for (const name of ['one', 'two']) {
    const session = join(folder, name);
    mkdirSync(session, { recursive: true });
    makeSeed(join(session, 'shop_initial.db'), 4);
    makeSeed(join(session, 'shop.db'), 4);
    change(join(session, 'shop.db'), `UPDATE orders SET status = '${name}' WHERE id = 1`);
    writeTrajectory(join(session, 'trajectory.json'), { entries: [CALL] });
  }
  const home = (name: string) => ['--home', join(dir.path, name), '--data', pack.dir];

  const first = await run(importRuns, folder, '--experiment', 'e', '--report', '-', ...home('a'));
  expect(first.err).toMatch(/2 imported \(\d with something missing\), 0 skipped, 0 failed, in [\d.]+ s\n$/);
  expect(first.code).toBe(0);
  expect(new Set(linesOf(first.out).map(({ run: id }) => id)).size).toBe(2);

  writeFileSync(join(folder, 'broken.json'), '{"trajectory": 5}');
  symlinkSync('/etc/passwd', join(folder, 'link.json'));
  const report = join(dir.path, 'report.jsonl');
  const again = await run(importRuns, folder, '--experiment', 'e', '--report', report, ...home('a'));
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('0 imported')]);
  expect(again.err).toMatch(/broken\.json: .*scenario must be a text/);
  const told = linesOf(readFileSync(report, 'utf8'));
  expect(told.map(({ outcome }) => outcome).sort()).toEqual(['failed', 'skipped', 'skipped', 'skipped']);
  expect(told.filter(({ message }) => message.includes('symbolic link'))).toHaveLength(1);
  await expect(run(importRuns, '--experiment', 'e')).rejects.toThrow('Name what to import first');

  await using other = await startServerProcess({ packs: [pack.dir], homeDir: join(dir.path, 'a') });
  const busy = await run(importRuns, folder, ...home('a'));
  expect([busy.code, busy.err]).toEqual([1, expect.stringContaining('send the runs to it with --url')]);
  const pulled = await run(pull, other.httpUrl, '--filter', 'experiment:e', ...home('b'));
  expect([pulled.code, pulled.err]).toEqual([0, expect.stringMatching(/^2 imported/m)]);
  const twice = await run(pull, other.httpUrl, ...home('b'));
  expect([twice.code, twice.err]).toEqual([0, expect.stringContaining('2 were here already')]);

  await using third = await startServerProcess({ packs: [pack.dir] });
  const sent = await run(importRuns, folder, '--url', third.httpUrl, '--report', '-');
  expect([sent.code, sent.err]).toEqual([1, expect.stringContaining('2 imported')]);
  expect(linesOf(sent.out).filter(({ message }) => message.includes('symbolic link'))).toHaveLength(1);
  const nowhere = await run(importRuns, join(dir.path, 'nowhere'), '--url', third.httpUrl);
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringMatching(/There is no .*nowhere/)]);
  const nobody = await run(importRuns, folder, '--url', 'http://127.0.0.1:9');
  expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('cannot be reached')]);
}, 120_000);
