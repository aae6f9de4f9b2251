import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { AuditRow, BaselineFile } from '../../lib/contracts/audits.ts';
import { PROJECT_DIR } from '../config.ts';
import { tempDir } from '../dataset/testing/packs.ts';
import { plant, plantNamed, TASK_DEFECTS } from '../engine/audits/testing/planted-pack.ts';
import { runAudit, type AuditArgs } from './audit-run.ts';

const PYTHON = join(PROJECT_DIR, '.venv/bin/python');

async function run(args: AuditArgs, signal = new AbortController().signal) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await runAudit(args, { stdout, stderr }, signal);
  const text = (stream: PassThrough): string => String(stream.read() ?? '');
  return { code, out: text(stdout), err: text(stderr) };
}

describe.skipIf(!existsSync(PYTHON))('studio audit (skipped where .venv has no Python)', () => {
  it('fails on new findings, is content with a baseline of them, and tells what is fixed', async () => {
    await using dir = await tempDir();
    const pack = join(dir.path, 'pack');
    await plantNamed(pack, ['shadowed']);
    const same = TASK_DEFECTS.filter(({ name }) => ['sound', 'duplicate'].includes(name));
    await plant(pack, 'duplicate', same);
    const baseline = join(dir.path, 'baseline.json');
    const args: AuditArgs = {
      packs: [{ path: pack, trusted: true }],
      cacheDir: join(dir.path, 'cache'),
      python: PYTHON,
      scenarios: [],
      baseline: undefined,
      writeBaseline: baseline,
      failOn: 'new',
      format: 'text',
    };
    const first = await run(args);
    expect(first.code).toBe(1);
    expect(first.out).toContain('shadowed: error: shadowed_route: GET /shadowed/all is never reached');
    expect(first.out).toContain('duplicate/1: warning: duplicate_task: ');
    expect(first.out).toMatch(/2 scenarios: \d+ findings, \d+ new, 0 known, 0 fixed\n$/);
    expect(first.err).toContain('2 of 2: ');

    const second = await run({ ...args, baseline, writeBaseline: undefined, format: 'json' });
    expect(second.code).toBe(0);
    const report = JSON.parse(second.out) as { readonly findings: readonly AuditRow[] };
    expect(report.findings.every(({ status }) => status === 'known')).toBe(true);

    const known = JSON.parse(await readFile(baseline, 'utf8')) as BaselineFile;
    const [one] = known.findings;
    const edited = {
      ...known,
      findings: [{ ...one, fingerprint: 'f', reason: 'mended' }, ...known.findings.slice(1)],
    };
    await writeFile(baseline, JSON.stringify(edited));
    const third = await run({ ...args, baseline, writeBaseline: undefined, failOn: 'none' });
    expect(third.code).toBe(0);
    expect(third.out).toContain(': fixed: ');

    const none = await run({ ...args, scenarios: ['nowhere'], writeBaseline: undefined });
    expect([none.code, none.err]).toEqual([1, expect.stringContaining("no scenario 'nowhere'")]);
    const bad = await run({ ...args, baseline: join(dir.path, 'absent.json'), writeBaseline: undefined });
    expect([bad.code, bad.err]).toEqual([1, expect.stringContaining('cannot be read')]);
  }, 240_000);
});
