import type { AuditEvidence, AuditRow, AuditSeverity } from '../../contracts/audits.ts';

/** Findings in SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), as code hosts show them beside the code. */
export function sarifOf(rows: readonly AuditRow[], version: string): Readonly<Record<string, unknown>> {
  const codes = [...new Set(rows.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'AWM Studio audit',
            version,
            rules: codes.map((id) => ({ id, name: id, shortDescription: { text: id.replaceAll('_', ' ') } })),
          },
        },
        results: rows.map((row) => ({
          ruleId: row.code,
          ruleIndex: codes.indexOf(row.code),
          level: LEVELS[row.severity],
          baselineState: row.status === 'new' ? 'new' : 'unchanged',
          message: { text: row.message },
          partialFingerprints: { 'awmStudio/v1': row.fingerprint },
          locations: [locationOf(row)],
          properties: {
            scenario: row.scenario,
            pack: row.pack,
            taskIdx: row.taskIdx,
            tool: row.tool,
            source: row.source,
            evidence: row.evidence,
          },
        })),
      },
    ],
  };
}

const LEVELS: Readonly<Record<AuditSeverity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** Paths as a source pack has them; a JSONL pack has the same texts in rows. */
function locationOf({ scenario, taskIdx, evidence }: AuditRow): Readonly<Record<string, unknown>> {
  const place = evidence.find(isPlace);
  const uri = encodeURI(`${scenario}/${fileOf(place, taskIdx)}`);
  const line = place?.line ?? null;
  return {
    physicalLocation: {
      artifactLocation: { uri },
      ...(line !== null && { region: { startLine: line } }),
    },
    logicalLocations: [{ name: scenario, kind: 'module' }],
  };
}

function isPlace(
  evidence: AuditEvidence,
): evidence is Extract<AuditEvidence, { kind: 'verifier' | 'source' }> {
  return evidence.kind === 'verifier' || evidence.kind === 'source';
}

function fileOf(
  place: Extract<AuditEvidence, { kind: 'verifier' | 'source' }> | undefined,
  taskIdx: number | null,
): string {
  if (place?.kind === 'verifier')
    return `tasks/${String(place.taskIdx)}/verify_${place.mode === 'sql' ? 'sql' : 'code'}.py`;
  if (place?.kind === 'source') return 'app.py';
  return taskIdx === null ? 'scenario.json' : `tasks/${String(taskIdx)}/task.json`;
}
