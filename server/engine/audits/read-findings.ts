import { asksForAnswer } from '../../../lib/domain/audits/asks-for-answer.ts';
import type { AuditEvidence } from '../../../lib/contracts/audits.ts';
import { shown } from './name-findings.ts';
import type { FindingDraft, TaskVerifier } from './types.ts';

/** What the text of a verifier proves, together with the schema and the task's words. */
export function readFindings({ facts, verifier, task, taskIdx }: TaskVerifier): FindingDraft[] {
  if (!facts.function) return [];
  const found: FindingDraft[] = [];
  const { mode } = verifier;
  const at = (line: number | null): AuditEvidence => ({ kind: 'verifier', taskIdx, mode, line });
  const name = `The ${mode === 'sql' ? 'SQL ' : ''}verifier of task ${String(taskIdx)}`;
  for (const { line, sql, error, fatal } of facts.broken)
    found.push({
      code: fatal && mode === 'code' ? 'unsatisfiable_verifier' : 'broken_query',
      severity: fatal && mode === 'code' ? 'error' : 'warning',
      taskIdx,
      key: JSON.stringify([mode, error]),
      message: `${name} asks for what the database does not have (${error})${fatal && mode === 'code' ? ', and cannot say complete without it' : ''}.`,
      source: 'static',
      evidence: [at(line), shown('query', sql)],
    });
  for (const { line, sql } of facts.writes)
    found.push({
      code: 'verifier_writes',
      severity: 'warning',
      taskIdx,
      key: JSON.stringify([mode, withoutSpace(sql)]),
      message: `${name} changes the database that it is to judge.`,
      source: 'static',
      evidence: [at(line), shown('query', sql)],
    });
  if (facts.clockLine !== null)
    found.push({
      code: 'verifier_reads_clock',
      severity: 'warning',
      taskIdx,
      key: mode,
      message: `${name} reads the clock: the same run may be judged otherwise on another day.`,
      source: 'static',
      evidence: [at(facts.clockLine)],
    });
  if (mode === 'sql') return found;
  if (!facts.saysComplete)
    found.push({
      code: 'unsatisfiable_verifier',
      severity: 'error',
      taskIdx,
      key: 'word',
      message: `${name} cannot say complete: no way through its code does.`,
      source: 'static',
      evidence: [at(facts.line)],
    });
  if (!facts.usesAnswer && asksForAnswer(task))
    found.push({
      code: 'ignores_answer',
      severity: 'error',
      taskIdx,
      message: `Task ${String(taskIdx)} asks for an answer, and its verifier does not look at the answer.`,
      source: 'static',
      evidence: [at(facts.line), shown('task', task)],
    });
  return found;
}

function withoutSpace(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim();
}
