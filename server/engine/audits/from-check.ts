import type { AuditEvidence, AuditSeverity } from '../../../lib/contracts/audits.ts';
import type { Finding, PreparedScenario } from '../../host/types.ts';
import { shown } from './name-findings.ts';
import type { FindingDraft } from './types.ts';

const SEVERITY: Readonly<Record<Finding['code'], AuditSeverity>> = {
  import_failed: 'error',
  seed_error: 'error',
  shadowed_route: 'error',
  uncallable_tool: 'error',
  trivial_verifier: 'error',
  verifier_failed: 'warning',
  mutable_state: 'warning',
  nondeterministic: 'warning',
  reads_clock: 'info',
};

/** What the check of a scenario found (its seed, its routes, its tools, its state) as findings of an audit. */
export function fromCheck(
  findings: readonly Finding[],
  operations: PreparedScenario['operations'],
): FindingDraft[] {
  return findings.map((finding) => {
    const details = finding.details ?? {};
    const tool = text(details['tool']);
    const table = text(details['table']);
    const statement = text(details['statement']);
    const line = lineOf(details);
    const operation = tool === undefined ? undefined : operations.get(tool);
    const evidence: AuditEvidence[] = [];
    if (table !== undefined) evidence.push({ kind: 'table', table });
    if (statement !== undefined) evidence.push(shown('statement', statement));
    if (tool !== undefined) evidence.push({ kind: 'tool', tool });
    if (line !== undefined) evidence.push({ kind: 'source', line, endLine: null });
    else if (operation?.line !== undefined)
      evidence.push({ kind: 'source', line: operation.line, endLine: operation.endLine ?? null });
    for (const label of ['together', 'apart', 'first', 'second'])
      if (text(details[label]) !== undefined) evidence.push(shown(label, String(details[label])));
    return {
      code: finding.code,
      severity: SEVERITY[finding.code],
      ...(tool !== undefined && { tool }),
      key: keyOf(finding),
      message: sentence(finding.message),
      source: finding.code === 'shadowed_route' ? 'static' : 'executed',
      evidence,
    };
  });
}

/** What tells two findings of a code apart: the statement, the route, the thing that is changed. */
function keyOf({ code, details }: Finding): string {
  const parts = ['table', 'statement', 'route', 'path', 'method', 'kind', 'name', 'tables', 'reason'];
  const told = parts.flatMap((part) => (details?.[part] === undefined ? [] : [details[part]]));
  return code === 'import_failed' || code === 'nondeterministic' ? '' : JSON.stringify(told);
}

function lineOf(details: Readonly<Record<string, unknown>>): number | undefined {
  const lines = details['lines'];
  const line = Array.isArray(lines) ? (lines[0] as unknown) : details['line'];
  return typeof line === 'number' && Number.isInteger(line) && line > 0 ? line : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Begins large and ends with a point. */
export function sentence(message: string): string {
  const trimmed = message.trim().slice(0, 2_000);
  // A tool's name keeps its spelling.
  const begun = /^\w*_/.test(trimmed) ? trimmed : trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
