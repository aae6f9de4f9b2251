import packageJson from '../../package.json' with { type: 'json' };
import type { AuditRow } from '../../lib/contracts/audits.ts';
import type { auditRoutes } from '../../lib/contracts/rest-audits.ts';
import { baselineFile } from '../../lib/domain/audits/baseline.ts';
import { sarifOf } from '../../lib/domain/audits/sarif.ts';
import type { BlindRuns } from '../annotate/index.ts';
import type { LeavesOut } from '../engine/audits/index.ts';
import type { HttpContext } from './context.ts';
import { Download } from './download.ts';
import { dropUndefined } from './drop-undefined.ts';
import type { Handlers } from './rest.ts';

const PAGE = 5_000;

export function auditHandlers({ audits }: HttpContext): Pick<Handlers, keyof typeof auditRoutes> {
  return {
    startAudit({ body: { scenarios, again } }) {
      return audits.start({ ...(scenarios !== undefined && { scenarios }), again });
    },
    getAuditSummary: ({ blind }, signal) => audits.summary(leavesOut(blind), signal),
    async listAuditFindings({ query: { offset, ...filter }, blind }, signal) {
      const asked = { ...dropUndefined(filter), leavesOut: leavesOut(blind) };
      const rows = await audits.findings(asked, signal);
      return { items: rows.slice(offset, offset + PAGE), total: rows.length };
    },
    async exportAuditFindings({ query: { format, ...filter }, blind }, signal) {
      const asked = { ...dropUndefined(filter), leavesOut: leavesOut(blind) };
      const rows = await audits.findings(asked, signal);
      return fileOf(rows, format);
    },
    async acceptFindings({ body: { fingerprints, accept, reason }, person }) {
      return { changed: await audits.accept(fingerprints, { accept, reason, by: person }) };
    },
    async getBaseline({ blind }) {
      const { entries, fixed } = await audits.baseline(leavesOut(blind));
      return { items: [...entries], fixed: [...fixed] };
    },
    async exportBaseline({ blind }) {
      const { entries } = await audits.baseline(leavesOut(blind));
      return new Download({
        data: `${JSON.stringify(baselineFile(entries), null, 2)}\n`,
        contentType: 'application/json; charset=utf-8',
        fileName: 'audit-baseline.json',
      });
    },
    importBaseline({ body: { file, replace } }) {
      return { entries: audits.importBaseline(file.findings, replace) };
    },
  };
}

/** Of a task with hidden runs nothing; of its scenario nothing that was seen in runs. */
function leavesOut(blind: BlindRuns): LeavesOut {
  return ({ scenario, taskIdx, source }) =>
    taskIdx === null
      ? blind.hidesScenario(scenario) && source !== 'static' && source !== 'executed'
      : blind.hidesTask(scenario, taskIdx);
}

function fileOf(rows: readonly AuditRow[], format: 'json' | 'jsonl' | 'sarif'): Download {
  switch (format) {
    case 'json':
      return new Download({
        data: `${JSON.stringify({ version: 1, findings: rows }, null, 2)}\n`,
        contentType: 'application/json; charset=utf-8',
        fileName: 'audit.json',
      });
    case 'jsonl':
      return new Download({
        data: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
        contentType: 'application/x-ndjson; charset=utf-8',
        fileName: 'audit.jsonl',
      });
    case 'sarif':
      return new Download({
        data: `${JSON.stringify(sarifOf(rows, packageJson.version), null, 2)}\n`,
        contentType: 'application/sarif+json; charset=utf-8',
        fileName: 'audit.sarif',
      });
  }
}
