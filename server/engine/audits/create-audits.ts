import { z } from 'zod';
import {
  AUDIT_CODES,
  auditFindingSchema,
  type AuditFinding,
  type AuditRow,
  type AuditScenario,
  type AuditSummary,
  type BaselineEntry,
} from '../../../lib/contracts/audits.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Job } from '../../../lib/contracts/jobs.ts';
import {
  baselineOf,
  entryOf,
  fixedIn,
  tallyOf,
  withStatus,
  type Baseline,
} from '../../../lib/domain/audits/baseline.ts';
import type { Store } from '../../store/types.ts';
import type { JobProgress, Jobs } from '../jobs/index.ts';
import { auditScenario } from './audit-scenario.ts';
import { fromRuns } from './from-runs.ts';
import { compareFindings } from './name-findings.ts';
import type { AuditDeps } from './types.ts';

/** Rises when the audit asks other questions: what was kept before is asked again. */
const AUDIT_VERSION = 2;
/** Scenarios at once: an audit leaves room for sessions. */
const AT_ONCE = 2;
/** What runs say is counted again when it is asked for later than this after the last count. */
const RUNS_FRESH_MS = 15_000;

export interface FindingFilter {
  readonly code?: string;
  readonly severity?: string;
  readonly scenario?: string;
  readonly taskIdx?: number;
  readonly status?: string;
}

/** Whether whoever asks must not be told of a finding, or of an entry of the baseline. */
export type LeavesOut = (
  of: Pick<AuditFinding, 'scenario' | 'taskIdx'> & { readonly source?: AuditFinding['source'] },
) => boolean;

const ALL: LeavesOut = () => false;

/** Audits of what is served: started as jobs, their findings kept by what they were made of, a baseline beside them. */
export interface Audits {
  /** @throws AppError not_found, capacity_reached */
  start(request: { readonly scenarios?: readonly string[]; readonly again: boolean }): Job;
  summary(leavesOut?: LeavesOut, signal?: AbortSignal): Promise<AuditSummary>;
  findings(
    filter: FindingFilter & { readonly leavesOut?: LeavesOut },
    signal?: AbortSignal,
  ): Promise<readonly AuditRow[]>;
  /** Returns how many changed. @throws AppError storage_full */
  accept(
    fingerprints: readonly string[],
    word: { readonly accept: boolean; readonly reason: string; readonly by: string },
  ): Promise<number>;
  baseline(
    leavesOut?: LeavesOut,
  ): Promise<{ readonly entries: readonly BaselineEntry[]; readonly fixed: readonly string[] }>;
  /** Returns how many entries there are. @throws AppError storage_full */
  importBaseline(entries: readonly BaselineEntry[], replace: boolean): number;
}

export interface AuditsOptions extends AuditDeps {
  readonly store: Pick<Store, 'audits' | 'runs'>;
  readonly jobs: Jobs;
}

const keptResult = z.object({
  pack: z.string(),
  tools: z.array(z.string()),
  usable: z.array(z.string()),
  findings: z.array(auditFindingSchema),
});

interface Kept extends z.infer<typeof keptResult> {
  readonly hash: string;
  readonly atMs: number;
}

export function createAudits(options: AuditsOptions): Audits {
  return new ServedAudits(options);
}

class ServedAudits implements Audits {
  readonly #options: AuditsOptions;
  #kept: Map<string, Kept> | undefined;
  readonly #failed = new Map<string, { readonly hash: string; readonly error: string }>();
  #runs:
    { readonly atMs: number; readonly revision: number; readonly found: readonly AuditFinding[] } | undefined;

  constructor(options: AuditsOptions) {
    this.#options = options;
  }

  start({ scenarios, again }: { readonly scenarios?: readonly string[]; readonly again: boolean }): Job {
    const { dataset, jobs } = this.#options;
    const keys = scenarios?.map((name) => this.#keyOf(name)) ?? dataset.list().map(({ key }) => key);
    const [only] = keys;
    return jobs.start({
      kind: 'audit',
      about: { kind: 'scenarios', keys },
      title:
        keys.length === 1 && only !== undefined ? `Audit ${only}` : `Audit ${String(keys.length)} scenarios`,
      work: (progress) => this.#work(keys, again, progress),
    });
  }

  async summary(leavesOut: LeavesOut = ALL, signal?: AbortSignal): Promise<AuditSummary> {
    const { dataset } = this.#options;
    const { rows: all, baseline } = await this.#rows(signal);
    const rows = all.filter((row) => !leavesOut(row));
    const byScenario = grouped(rows, ({ scenario }) => scenario);
    const scenarios = dataset.list().map(({ key, pack }): AuditScenario => {
      const own = byScenario.get(key) ?? [];
      return {
        scenario: key,
        pack,
        auditedAtMs: this.#current(key)?.atMs ?? null,
        error: this.#failureOf(key),
        ...tallyOf(own),
        errors: own.filter(({ severity }) => severity === 'error').length,
      };
    });
    const byCode = grouped(rows, ({ code }) => code);
    return {
      scenarios: scenarios.length,
      audited: scenarios.filter(({ auditedAtMs }) => auditedAtMs !== null).length,
      ...tallyOf(rows),
      fixed: this.#fixed(baseline, all).filter((entry) => !leavesOut(entry)).length,
      byCode: AUDIT_CODES.flatMap((code) => {
        const own = byCode.get(code);
        if (own === undefined) return [];
        const severity = (['error', 'warning', 'info'] as const).find((one) =>
          own.some((row) => row.severity === one),
        );
        return [{ code, severity: severity ?? 'info', ...tallyOf(own) }];
      }),
      byScenario: scenarios,
    };
  }

  async findings(
    { leavesOut = ALL, ...filter }: FindingFilter & { readonly leavesOut?: LeavesOut },
    signal?: AbortSignal,
  ): Promise<readonly AuditRow[]> {
    const { rows } = await this.#rows(signal);
    return rows.filter(
      (row) =>
        !leavesOut(row) &&
        (filter.code === undefined || row.code === filter.code) &&
        (filter.severity === undefined || row.severity === filter.severity) &&
        (filter.scenario === undefined || row.scenario === filter.scenario) &&
        (filter.taskIdx === undefined || row.taskIdx === filter.taskIdx) &&
        (filter.status === undefined || row.status === filter.status),
    );
  }

  async accept(
    fingerprints: readonly string[],
    { accept, reason, by }: { readonly accept: boolean; readonly reason: string; readonly by: string },
  ): Promise<number> {
    const { audits } = this.#options.store;
    if (!accept) return audits.drop(fingerprints);
    const asked = new Set(fingerprints);
    const { rows } = await this.#rows();
    const entries = rows
      .filter(({ fingerprint }) => asked.has(fingerprint))
      .map((row) => entryOf(row, { reason, by, atMs: Date.now() }));
    audits.accept(entries);
    return entries.length;
  }

  async baseline(leavesOut: LeavesOut = ALL) {
    const { rows, baseline } = await this.#rows();
    const isTold = (entry: BaselineEntry) => !leavesOut(entry);
    const fixed = this.#fixed(baseline, rows)
      .filter(isTold)
      .map(({ fingerprint }) => fingerprint);
    return { entries: [...baseline.values()].filter(isTold), fixed };
  }

  importBaseline(entries: readonly BaselineEntry[], replace: boolean): number {
    const { audits } = this.#options.store;
    if (replace) audits.clearBaseline();
    audits.accept(entries);
    return audits.baseline().length;
  }

  async #work(keys: readonly string[], again: boolean, progress: JobProgress) {
    progress.total(keys.length);
    const queue = [...keys];
    const worker = async (): Promise<void> => {
      for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
        progress.signal.throwIfAborted();
        await this.#auditOne(key, again, progress);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    this.#runs = undefined;
    const asked = new Set(keys);
    const rows = (await this.#rows(progress.signal)).rows.filter(({ scenario }) => asked.has(scenario));
    return { findings: rows.length, new: rows.filter(({ status }) => status === 'new').length };
  }

  async #auditOne(key: string, again: boolean, progress: JobProgress): Promise<void> {
    const { dataset, refuse, log, store } = this.#options;
    const summary = dataset.find(key);
    const refused = summary === undefined ? 'it is not served any more' : refuse?.(summary);
    if (refused !== undefined) {
      progress.line({ subject: key, outcome: 'skipped', message: refused });
      return;
    }
    if (!again && this.#current(key) !== undefined) {
      progress.line({ subject: key, outcome: 'ok', message: 'unchanged since its last audit' });
      return;
    }
    progress.now(key);
    try {
      const { pack, hash, tools, usable, findings } = await auditScenario(
        this.#options,
        key,
        progress.signal,
      );
      const result = { pack, tools: [...tools], usable: [...usable], findings: [...findings] };
      const atMs = Date.now();
      store.audits.keep(AUDIT_VERSION, { scenarioHash: hash, scenario: key, atMs, result });
      this.#all().set(key, { ...result, hash, atMs });
      this.#failed.delete(key);
      const errors = findings.filter(({ severity }) => severity === 'error').length;
      const message = findings.length === 0 ? 'nothing found' : `${String(findings.length)} findings`;
      progress.line({ subject: key, outcome: errors > 0 ? 'warning' : 'ok', message });
    } catch (error) {
      progress.signal.throwIfAborted();
      if (!(error instanceof AppError)) log.warn({ err: error, scenario: key }, 'an audit failed');
      const message =
        error instanceof AppError ? error.message : 'The audit failed; the server’s log says why.';
      this.#failed.set(key, { hash: dataset.fingerprint(key) ?? '', error: message });
      progress.line({ subject: key, outcome: 'failed', message });
    }
  }

  async #rows(
    signal?: AbortSignal,
  ): Promise<{ readonly rows: readonly AuditRow[]; readonly baseline: Baseline }> {
    const baseline = baselineOf(this.#options.store.audits.baseline());
    const audited = this.#options.dataset.list().flatMap(({ key }) => this.#current(key)?.findings ?? []);
    const found = [...audited, ...(await this.#runFindings(signal))];
    // A tool that runs and probes both tell of is one finding.
    const once = new Map(found.map((finding) => [finding.fingerprint, finding]));
    return { rows: withStatus([...once.values()].sort(compareFindings), baseline), baseline };
  }

  async #runFindings(signal: AbortSignal | undefined): Promise<readonly AuditFinding[]> {
    const { store, dataset } = this.#options;
    const { revision } = store.runs.revision();
    const known = this.#runs;
    const isFresh = known !== undefined && Date.now() - known.atMs < RUNS_FRESH_MS;
    if (known !== undefined && (known.revision === revision || isFresh)) return known.found;
    const faults = await store.audits.runFaults(signal);
    const found = fromRuns(
      faults,
      (scenario) => dataset.find(scenario),
      (scenario) => this.#current(scenario),
    );
    this.#runs = { atMs: Date.now(), revision, found };
    return found;
  }

  #fixed(baseline: Baseline, rows: readonly AuditRow[]): BaselineEntry[] {
    return fixedIn(baseline, rows, (scenario) => this.#current(scenario) !== undefined);
  }

  /** The audit of the scenario as it is now. */
  #current(key: string): Kept | undefined {
    const kept = this.#all().get(key);
    return kept !== undefined && kept.hash === this.#options.dataset.fingerprint(key) ? kept : undefined;
  }

  #failureOf(key: string): string | null {
    const failed = this.#failed.get(key);
    return failed !== undefined && failed.hash === this.#options.dataset.fingerprint(key)
      ? failed.error
      : null;
  }

  #all(): Map<string, Kept> {
    this.#kept ??= new Map(
      this.#options.store.audits.all(AUDIT_VERSION).flatMap(({ scenario, scenarioHash, atMs, result }) => {
        const parsed = keptResult.safeParse(result);
        return parsed.success ? [[scenario, { ...parsed.data, hash: scenarioHash, atMs }]] : [];
      }),
    );
    return this.#kept;
  }

  #keyOf(name: string): string {
    const summary = this.#options.dataset.find(name);
    if (summary !== undefined) return summary.key;
    throw new AppError('not_found', `There is no scenario '${name}' here.`);
  }
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
