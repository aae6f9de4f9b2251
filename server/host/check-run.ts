import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScenarioSource } from '../dataset/types.ts';
import { AppError } from '../../lib/contracts/errors.ts';
import { within } from './deadline.ts';
import { checkReport, parseJson, withoutUndefined } from './messages.ts';
import type { RootProcess } from './root-process.ts';
import type { Probed } from './types.ts';

const CHECK_DEADLINE_MS = 300_000;

/**
 * Builds the scenario in a process of its own and probes it there.
 * @throws AppError scenario_broken, runtime_failed, deadline_exceeded
 */
export async function runCheck(
  root: RootProcess,
  source: ScenarioSource,
  place: { readonly workRoot: string; readonly name: string },
  signal: AbortSignal | undefined,
): Promise<Probed> {
  const { name } = place;
  const scratch = join(place.workRoot, `c-${name}`);
  const out = join(place.workRoot, `t-${name}`);
  await mkdir(scratch, { mode: 0o700 });
  await mkdir(out, { mode: 0o700 });
  try {
    const { key, code, tables, seed } = source;
    const request = {
      op: 'check',
      zygote: name,
      name: key,
      scratch,
      out,
      sessionsDir: scratch,
      readOnly: [],
      stay: false,
    };
    const answer = await within(
      root.request(request, Buffer.from(JSON.stringify({ code, tables, seed }))),
      CHECK_DEADLINE_MS,
      `Checking ${key}`,
      signal,
    );
    const report = checkReport.safeParse(parseJson(answer.body));
    if (!report.success) throw new AppError('scenario_broken', `The check of ${key} reported nonsense.`);
    return { findings: report.data.findings.map(withoutUndefined), answers: report.data.answers };
  } finally {
    await root.order({ op: 'retire', zygote: name }).catch(() => undefined);
    await rm(scratch, { recursive: true, force: true });
    await rm(out, { recursive: true, force: true });
  }
}
