import type {
  AuditFinding,
  AuditRow,
  AuditTally,
  BaselineEntry,
  BaselineFile,
} from '../../contracts/audits.ts';

/** What a baseline knows, by fingerprint. */
export type Baseline = ReadonlyMap<string, BaselineEntry>;

export function baselineOf(entries: readonly BaselineEntry[]): Baseline {
  return new Map(entries.map((entry) => [entry.fingerprint, entry]));
}

/** Findings with what the baseline says of each. */
export function withStatus(findings: readonly AuditFinding[], baseline: Baseline): AuditRow[] {
  return findings.map((finding) => {
    const entry = baseline.get(finding.fingerprint);
    if (entry === undefined) return { ...finding, status: 'new', accepted: null };
    const { reason, by, atMs } = entry;
    return { ...finding, status: 'known', accepted: { reason, by, atMs } };
  });
}

/** Entries that are no longer found, of scenarios that were looked at: of others nothing is known. */
export function fixedIn(
  baseline: Baseline,
  findings: readonly Pick<AuditFinding, 'fingerprint'>[],
  wasAudited: (scenario: string) => boolean,
): BaselineEntry[] {
  const found = new Set(findings.map(({ fingerprint }) => fingerprint));
  return [...baseline.values()].filter(
    ({ fingerprint, scenario }) => !found.has(fingerprint) && wasAudited(scenario),
  );
}

export function entryOf(
  finding: AuditFinding,
  accepted: { readonly reason: string; readonly by: string; readonly atMs: number | null },
): BaselineEntry {
  const { fingerprint, code, scenario, taskIdx, tool, message } = finding;
  return { fingerprint, code, scenario, taskIdx, tool, message, ...accepted };
}

/** In a fixed order, so that a file under version control changes only where it must. */
export function baselineFile(entries: Iterable<BaselineEntry>): BaselineFile {
  const findings = [...entries].sort(
    (a, b) => order(a.scenario, b.scenario) || order(a.code, b.code) || order(a.fingerprint, b.fingerprint),
  );
  return { format: 'awm-studio-audit-baseline', version: 1, findings };
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function tallyOf(rows: readonly Pick<AuditRow, 'status'>[]): AuditTally {
  const fresh = rows.filter(({ status }) => status === 'new').length;
  return { total: rows.length, new: fresh, known: rows.length - fresh };
}
