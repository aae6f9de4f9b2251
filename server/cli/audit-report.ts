import packageJson from '../../package.json' with { type: 'json' };
import type { AuditRow, BaselineEntry } from '../../lib/contracts/audits.ts';
import { sarifOf } from '../../lib/domain/audits/sarif.ts';

export type AuditFormat = 'text' | 'json' | 'jsonl' | 'sarif';

export interface AuditReport {
  readonly scenarios: number;
  readonly rows: readonly AuditRow[];
  readonly new: number;
  /** Of the baseline, no longer found. */
  readonly fixed: readonly BaselineEntry[];
  /** Scenarios that could not be audited, and why. */
  readonly failed: readonly { readonly key: string; readonly error: string }[];
}

/** The same report always gives the same text. */
export function renderAudit(report: AuditReport, format: AuditFormat): string {
  switch (format) {
    case 'text':
      return textOf(report);
    case 'json': {
      const { rows, ...rest } = report;
      return `${JSON.stringify({ version: 1, ...rest, findings: rows }, null, 2)}\n`;
    }
    case 'jsonl':
      return report.rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    case 'sarif':
      return `${JSON.stringify(sarifOf(report.rows, packageJson.version), null, 2)}\n`;
  }
}

function textOf({ scenarios, rows, new: fresh, fixed, failed }: AuditReport): string {
  const lines = rows.map(
    ({ scenario, taskIdx, code, severity, status, message }) =>
      `${scenario}${taskIdx === null ? '' : `/${String(taskIdx)}`}: ${severity}: ${code}: ${oneLine(message)}${status === 'known' ? ' (known)' : ''}`,
  );
  for (const { scenario, taskIdx, code } of fixed)
    lines.push(`${scenario}${taskIdx === null ? '' : `/${String(taskIdx)}`}: fixed: ${code}`);
  for (const { key, error } of failed) lines.push(`${key}: not audited: ${oneLine(error)}`);
  const counts = new Map<string, number>();
  for (const { code } of rows) counts.set(code, (counts.get(code) ?? 0) + 1);
  if (counts.size > 0) lines.push('');
  for (const [code, count] of [...counts].sort(([, a], [, b]) => b - a))
    lines.push(`${String(count).padStart(6)}  ${code}`);
  const parts = [
    `${String(rows.length)} findings`,
    `${String(fresh)} new`,
    `${String(rows.length - fresh)} known`,
    `${String(fixed.length)} fixed`,
    ...(failed.length > 0 ? [`${String(failed.length)} not audited`] : []),
  ];
  lines.push('', `${String(scenarios)} scenarios: ${parts.join(', ')}`);
  return `${lines.join('\n')}\n`;
}

function oneLine(text: string): string {
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' ⏎ ');
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
