import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { PreparedScenario } from '../../host/types.ts';
import { auditCodeVerifier } from './audit-verifier.ts';
import { auditSqlVerifier } from './audit-sql-verifier.ts';
import { fromCheck, sentence } from './from-check.ts';
import { MadeUpStates } from './made-up-states.ts';
import { nameFindings, shown } from './name-findings.ts';
import { playGold, type GoldPlay } from './play-gold.ts';
import { auditProbeRewards } from './reward-audit.ts';
import type { AuditCase, AuditDeps, FindingDraft, ScenarioAudit, TaskVerifier } from './types.ts';

/**
 * Audits one scenario: its seed, routes and tools by the probes of `data check`, its tasks and verifiers by reading and
 * running them. What a scenario or verifier does to it becomes a finding; it never runs without a deadline.
 * @throws AppError not_found, pack_invalid, runtime_failed, deadline_exceeded; the signal's reason
 */
export async function auditScenario(
  deps: AuditDeps,
  key: string,
  signal: AbortSignal,
): Promise<ScenarioAudit> {
  const started = performance.now();
  const summary = deps.dataset.find(key);
  if (summary === undefined) throw new AppError('not_found', `There is no scenario '${key}'.`);
  const hash = deps.dataset.fingerprint(summary.key) ?? '';
  const source = await deps.dataset.source(summary.key);
  const drafts: FindingDraft[] = duplicates(summary.tasks);
  const result = (more: Partial<Pick<ScenarioAudit, 'tools' | 'usable'>>): ScenarioAudit => ({
    scenario: summary.key,
    pack: summary.pack,
    hash,
    tools: more.tools ?? [],
    usable: more.usable ?? [],
    findings: nameFindings(summary, drafts),
    ms: Math.round(performance.now() - started),
  });
  let prepared: PreparedScenario;
  try {
    prepared = await deps.host.prepare(source, { signal, priority: 'background' });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'scenario_broken') throw error;
    const evidence = [shown('error', error.message)];
    const message = 'The scenario does not start: its code fails before it can answer a call.';
    drafts.push({ code: 'import_failed', severity: 'error', message, source: 'executed', evidence });
    return result({});
  }
  const folder = await mkdtemp(join(tmpdir(), 'audit-'));
  try {
    signal.throwIfAborted();
    drafts.push(...seedDrafts(prepared));
    const probed = await deps.host.probe(source, signal);
    const { operations } = prepared;
    drafts.push(...fromCheck([...withoutSeed(prepared), ...probed.findings], operations));
    drafts.push(...auditProbeRewards(probed.answers, operations));
    const audit: AuditCase = { deps, summary, prepared, folder, signal };
    drafts.push(...(await auditTasks(audit)));
    const usable = probed.answers.flatMap(({ tool, status }) =>
      status !== null && status >= 200 && status < 300 ? [tool] : [],
    );
    return result({ tools: prepared.tools.map(({ name }) => name), usable: [...new Set(usable)] });
  } finally {
    prepared.release();
    await rm(folder, { recursive: true, force: true });
  }
}

async function auditTasks(audit: AuditCase): Promise<FindingDraft[]> {
  const { deps, summary, signal } = audit;
  const states = new MadeUpStates(audit);
  const found: FindingDraft[] = [];
  const subjects = await readTasks(audit);
  for (const [taskIdx] of summary.tasks.entries()) {
    signal.throwIfAborted();
    const own = subjects.filter((subject) => subject.taskIdx === taskIdx);
    let gold: GoldPlay | undefined;
    const solution = await deps.dataset.gold(summary.key, taskIdx);
    if (solution !== undefined) {
      const { play, findings } = await playGold(audit, taskIdx, solution);
      gold = play;
      found.push(...findings);
    }
    for (const subject of own)
      found.push(
        ...(subject.verifier.mode === 'code'
          ? await auditCodeVerifier(audit, subject, states, gold)
          : await auditSqlVerifier(audit, subject, states, gold)),
      );
  }
  return found;
}

async function readTasks({ deps, summary, prepared, signal }: AuditCase): Promise<TaskVerifier[]> {
  const asked = summary.tasks.flatMap((task, taskIdx) =>
    (['code', 'sql'] as const).map(async (mode) => ({
      task,
      taskIdx,
      verifier: await deps.dataset.verifier(summary.key, taskIdx, mode),
    })),
  );
  const known = (await Promise.all(asked)).flatMap(({ verifier, ...rest }) =>
    verifier === undefined ? [] : [{ ...rest, verifier }],
  );
  const facts = await deps.host.readVerifiers(
    prepared.templateDb,
    known.map(({ verifier }) => verifier),
    signal,
  );
  return known.flatMap((subject, position) => {
    const read = facts[position];
    return read === undefined ? [] : [{ ...subject, facts: read }];
  });
}

/** The check's own word on seed errors counts statements; here each statement is a finding. */
function withoutSeed(prepared: PreparedScenario): PreparedScenario['findings'] {
  return prepared.findings.filter(({ code }) => code !== 'seed_error');
}

function seedDrafts(prepared: PreparedScenario): FindingDraft[] {
  const errors = prepared.seedErrors.map(({ table, statement, message }): FindingDraft => {
    const isRow = /^\s*(?:insert|replace)\b/i.test(statement);
    return {
      code: 'seed_error',
      severity: 'error',
      key: JSON.stringify([table, statement.replaceAll(/\s+/g, ' ').trim()]),
      message: sentence(
        `${isRow ? 'a row' : 'a statement'} of ${table} is missing from the seed: ${message}`,
      ),
      source: 'executed',
      evidence: [{ kind: 'table', table }, shown('statement', statement)],
    };
  });
  if (!prepared.seedReadsClock) return errors;
  return [
    ...errors,
    {
      code: 'reads_clock',
      severity: 'info',
      message: 'The seed reads the clock: the database that a run begins with hangs on the day it is made.',
      source: 'static',
      evidence: [],
    },
  ];
}

/** Tasks with the same words: a pass of one is counted as a pass of another. */
function duplicates(tasks: readonly string[]): FindingDraft[] {
  const first = new Map<string, number>();
  return tasks.flatMap((task, taskIdx): FindingDraft[] => {
    const words = task
      .toLowerCase()
      .replaceAll(/[\s\p{P}]+/gu, ' ')
      .trim();
    const before = first.get(words);
    if (before === undefined) {
      first.set(words, taskIdx);
      return [];
    }
    return [
      {
        code: 'duplicate_task',
        severity: 'warning',
        taskIdx,
        message: `Task ${String(taskIdx)} has the same text as task ${String(before)}.`,
        source: 'static',
        evidence: [shown('task', task)],
      },
    ];
  });
}
