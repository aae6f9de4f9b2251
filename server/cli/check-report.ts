import type { PackInfo } from '../dataset/types.ts';
import { FINDING_CODES, type ScenarioCheck } from '../engine/check/index.ts';
import type { Finding } from '../host/types.ts';

/** A scenario that could not be checked at all, and why. */
export interface FailedCheck {
  readonly key: string;
  readonly error: string;
}

/** What `studio data check --json` writes. */
export interface CheckReport {
  readonly version: 1;
  readonly checked_at: string;
  readonly packs: readonly PackInfo[];
  readonly scenarios: readonly ScenarioCheck[];
  readonly failed: readonly FailedCheck[];
  readonly totals: {
    readonly scenarios: number;
    readonly tools: number;
    readonly verifiers: number;
    readonly problems: number;
    readonly findings: Readonly<Record<Finding['code'], number>>;
    /** Scenarios with at least one finding of the code. */
    readonly scenarios_with: Readonly<Record<Finding['code'], number>>;
  };
}

const HEADINGS: Readonly<Record<Finding['code'], string>> = {
  import_failed: 'import',
  seed_error: 'seed',
  shadowed_route: 'shadowed',
  uncallable_tool: 'uncallable',
  trivial_verifier: 'trivial',
  verifier_failed: 'verifier error',
  mutable_state: 'state',
  nondeterministic: 'random',
  reads_clock: 'clock',
};

function countBy(count: (code: Finding['code']) => number): Record<Finding['code'], number> {
  return Object.fromEntries(FINDING_CODES.map((code) => [code, count(code)])) as Record<
    Finding['code'],
    number
  >;
}

function countOf(check: ScenarioCheck, code: Finding['code']): number {
  return check.findings.filter((finding) => finding.code === code).length;
}

export function createReport(
  packs: readonly PackInfo[],
  scenarios: readonly ScenarioCheck[],
  failed: readonly FailedCheck[],
  checkedAt: Date,
): CheckReport {
  const sum = (of: (check: ScenarioCheck) => number): number =>
    scenarios.reduce((all, check) => all + of(check), 0);
  return {
    version: 1,
    checked_at: checkedAt.toISOString(),
    packs,
    scenarios,
    failed,
    totals: {
      scenarios: scenarios.length + failed.length,
      tools: sum((check) => check.tools ?? 0),
      verifiers: sum((check) => check.verifiers),
      problems: packs.reduce((all, pack) => all + pack.problems.length, 0),
      findings: countBy((code) => sum((check) => countOf(check, code))),
      scenarios_with: countBy((code) => sum((check) => (countOf(check, code) > 0 ? 1 : 0))),
    },
  };
}

/** One line a scenario, a dot where nothing was found; the findings below it. */
export function renderReport(report: CheckReport): string {
  const header = ['scenario', 'tools', 'tasks', ...FINDING_CODES.map((code) => HEADINGS[code])];
  const rows = report.scenarios.map((check) => [
    check.key,
    check.tools === null ? '–' : String(check.tools),
    String(check.tasks),
    ...FINDING_CODES.map((code) => String(countOf(check, code) || '·')),
  ]);
  const { totals } = report;
  const total = [
    `${totals.scenarios} in all`,
    String(totals.tools),
    String(report.scenarios.reduce((all, check) => all + check.tasks, 0)),
    ...FINDING_CODES.map((code) => String(totals.findings[code])),
  ];
  const lines = [...table([header, ...rows, total])];
  for (const check of report.scenarios) {
    for (const { code, message } of check.findings)
      lines.push(`${check.key}: ${HEADINGS[code]}: ${oneLine(message)}`);
  }
  for (const { key, error } of report.failed) lines.push(`${key}: not checked: ${oneLine(error)}`);
  for (const { problems } of report.packs) {
    for (const { pack, file, line, message } of problems) {
      lines.push(`${pack}/${file}${line === undefined ? '' : `:${line}`}: ${message}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

function oneLine(text: string): string {
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' ⏎ ');
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
