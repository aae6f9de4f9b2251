import { createHash } from 'node:crypto';
import { AUDIT_CODES, type AuditEvidence, type AuditFinding } from '../../../lib/contracts/audits.ts';
import type { FindingDraft } from './types.ts';

const MAX_EVIDENCE = 30;
const ORDER = new Map(AUDIT_CODES.map((code, position) => [code, position]));

/** A scenario as its findings are named after it. */
interface Named {
  readonly key: string;
  readonly pack: string;
  readonly tasks: readonly string[];
}

/**
 * The same defect has the same name wherever and whenever it is found: lines, times and messages are left out of it, and a
 * task is known by its words, since its number moves when a task before it comes or goes.
 */
export function fingerprintOf(scenario: Named, draft: FindingDraft): string {
  const parts = [
    draft.code,
    scenario.key,
    taskName(scenario.tasks, draft.taskIdx),
    draft.tool ?? null,
    draft.key ?? '',
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** Its words, and the how manieth with these words it is; the number where there is no such task. */
function taskName(
  tasks: readonly string[],
  taskIdx: number | undefined,
): readonly [string | number, number] | null {
  if (taskIdx === undefined) return null;
  const words = tasks[taskIdx];
  if (words === undefined) return [taskIdx, 0];
  return [words.trim(), tasks.slice(0, taskIdx).filter((task) => task.trim() === words.trim()).length];
}

/** Drafts of one scenario as findings, each once, in a fixed order. */
export function nameFindings(scenario: Named, drafts: readonly FindingDraft[]): AuditFinding[] {
  const found = new Map<string, AuditFinding>();
  for (const draft of drafts) {
    const fingerprint = fingerprintOf(scenario, draft);
    const known = found.get(fingerprint);
    const evidence = [...(known?.evidence ?? []), ...draft.evidence];
    found.set(fingerprint, {
      fingerprint,
      code: draft.code,
      severity: draft.severity,
      scenario: scenario.key,
      pack: scenario.pack,
      taskIdx: draft.taskIdx ?? null,
      tool: draft.tool ?? null,
      message: known?.message ?? draft.message,
      source: known?.source ?? draft.source,
      evidence: withoutRepeats(evidence).slice(0, MAX_EVIDENCE),
    });
  }
  return [...found.values()].sort(compareFindings);
}

/** By scenario, then what is of the scenario as a whole, then by task, code and tool. */
export function compareFindings(a: AuditFinding, b: AuditFinding): number {
  return (
    compare(a.scenario, b.scenario) ||
    (a.taskIdx ?? -1) - (b.taskIdx ?? -1) ||
    (ORDER.get(a.code) ?? 0) - (ORDER.get(b.code) ?? 0) ||
    compare(a.tool ?? '', b.tool ?? '') ||
    compare(a.fingerprint, b.fingerprint)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function withoutRepeats(evidence: readonly AuditEvidence[]): AuditEvidence[] {
  return [...new Map(evidence.map((one) => [JSON.stringify(one), one])).values()];
}

/** Text as evidence: its beginning, where it is long. */
export function shown(label: string, text: string): AuditEvidence {
  return { kind: 'text', label, text: text.length > 2_000 ? `${text.slice(0, 1_999)}…` : text };
}
