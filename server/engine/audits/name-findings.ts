import { createHash } from 'node:crypto';
import { AUDIT_CODES, type AuditEvidence, type AuditFinding } from '../../../lib/contracts/audits.ts';
import type { FindingDraft } from './types.ts';

const MAX_EVIDENCE = 30;
const ORDER = new Map(AUDIT_CODES.map((code, position) => [code, position]));

/** The same defect has the same name wherever and whenever it is found: lines, times and texts are left out of it. */
export function fingerprintOf(scenario: string, draft: FindingDraft): string {
  const parts = [draft.code, scenario, draft.taskIdx ?? null, draft.tool ?? null, draft.key ?? ''];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** Drafts of one scenario as findings, each once, in a fixed order. */
export function nameFindings(
  scenario: { readonly key: string; readonly pack: string },
  drafts: readonly FindingDraft[],
): AuditFinding[] {
  const found = new Map<string, AuditFinding>();
  for (const draft of drafts) {
    const fingerprint = fingerprintOf(scenario.key, draft);
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
