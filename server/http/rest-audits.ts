import packageJson from '../../package.json' with { type: 'json' };
import type { AuditRow } from '../../lib/contracts/audits.ts';
import type { auditRoutes } from '../../lib/contracts/rest-audits.ts';
import { baselineFile } from '../../lib/domain/audits/baseline.ts';
import { sarifOf } from '../../lib/domain/audits/sarif.ts';
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
    getAuditSummary: (_request, signal) => audits.summary(signal),
    async listAuditFindings({ query: { offset, ...filter } }, signal) {
      const rows = await audits.findings(dropUndefined(filter), signal);
      return { items: rows.slice(offset, offset + PAGE), total: rows.length };
    },
    async exportAuditFindings({ query: { format, ...filter } }, signal) {
      const rows = await audits.findings(dropUndefined(filter), signal);
      return fileOf(rows, format);
    },
    async acceptFindings({ body: { fingerprints, accept, reason }, person }) {
      return { changed: await audits.accept(fingerprints, { accept, reason, by: person }) };
    },
    async getBaseline() {
      const { entries, fixed } = await audits.baseline();
      return { items: [...entries], fixed: [...fixed] };
    },
    async exportBaseline() {
      const { entries } = await audits.baseline();
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
