export { auditScenario } from './audit-scenario.ts';
export { createAudits, type Audits, type LeavesOut } from './create-audits.ts';
export { compareFindings } from './name-findings.ts';
export type { ScenarioAudit } from './types.ts';
