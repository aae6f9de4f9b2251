import type { AuditCode, AuditEvidence, AuditFinding, AuditSeverity } from '../../../lib/contracts/audits.ts';
import type { Dataset, ScenarioSummary, Verifier } from '../../dataset/types.ts';
import type { Host, PreparedScenario, VerifierFacts } from '../../host/types.ts';
import type { ReplayDeps } from '../replay/index.ts';

/** A finding before it has its name and its place. `key`: what tells it from others of its code, task and tool. */
export interface FindingDraft {
  readonly code: AuditCode;
  readonly severity: AuditSeverity;
  readonly taskIdx?: number;
  readonly tool?: string;
  readonly key?: string;
  readonly message: string;
  readonly source: AuditFinding['source'];
  readonly evidence: readonly AuditEvidence[];
}

export type AuditHost = Pick<Host, 'prepare' | 'open' | 'verify' | 'probe' | 'readVerifiers' | 'makeStates'>;

export type AuditDataset = Pick<Dataset, 'find' | 'list' | 'source' | 'verifier' | 'fingerprint' | 'gold'>;

export interface AuditDeps extends Omit<ReplayDeps, 'host' | 'dataset'> {
  readonly host: AuditHost;
  readonly dataset: AuditDataset;
}

/** One scenario under audit. */
export interface AuditCase {
  readonly deps: AuditDeps;
  readonly summary: ScenarioSummary;
  readonly prepared: PreparedScenario;
  /** A folder for databases, removed afterwards. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

export interface TaskVerifier {
  readonly taskIdx: number;
  readonly task: string;
  readonly verifier: Verifier;
  readonly facts: VerifierFacts;
}

/** What auditing one scenario came to, its recorded runs left aside. */
export interface ScenarioAudit {
  readonly scenario: string;
  readonly pack: string;
  /** The dataset's fingerprint: it holds as long as this stays. */
  readonly hash: string;
  readonly tools: readonly string[];
  /** Tools that a probe of had a 2xx. */
  readonly usable: readonly string[];
  readonly findings: readonly AuditFinding[];
  readonly ms: number;
}
