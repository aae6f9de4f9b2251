import { hash } from 'node:crypto';
import type { DatasetLeft, DatasetSpec } from '../../../lib/contracts/annotation/datasets.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { DecisionRecord, SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import { cleanTasks, LeftOut } from '../pairs/index.ts';
import { FORMAT_VERSION } from './columns.ts';
import { namesFor } from './pseudonyms.ts';
import { createRunFacts, type RunFacts } from './run-facts.ts';
import { counting, type Consensus } from './settle.ts';
import { splitOf, type SplitName } from './split-of.ts';
import type { DatasetDeps, ExportAsker } from './types.ts';

/** A value of an exported row: JSON. */
export type Cell = string | number | boolean | null | readonly Cell[] | { readonly [name: string]: Cell };

export interface ExportRow {
  readonly split: SplitName;
  readonly kind: string;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** What was said of one run in one queue. */
export interface RunLabels {
  readonly run: string;
  readonly scenario: string;
  readonly taskIdx: number | null;
  readonly submissions: readonly SubmissionRecord[];
  readonly decisions: readonly DecisionRecord[];
}

/** One export being made: what it asks for, and what it leaves out. */
export interface ExportContext {
  readonly deps: DatasetDeps;
  readonly spec: DatasetSpec;
  readonly asker: ExportAsker;
  readonly left: LeftOut<DatasetLeft>;
  readonly signal: AbortSignal | undefined;
  readonly nameOf: (person: string, name: string) => string;
  readonly facts: (run: string) => Promise<RunFacts | undefined>;
  readonly isClean: (scenario: string, taskIdx: number) => boolean;
  readonly schemaOf: (project: string, version: number) => { doc: LabelSchemaDoc | undefined; hash: string };
  /** Rows there could have been. */
  of: number;
  withoutTools: number;
}

export async function createExportContext(
  deps: DatasetDeps,
  spec: DatasetSpec,
  asker: ExportAsker,
  signal?: AbortSignal,
): Promise<ExportContext> {
  const secret = deps.store.training.exports.secret(spec.project ?? '');
  const schemas = new Map<string, { doc: LabelSchemaDoc | undefined; hash: string }>();
  return {
    deps,
    spec,
    asker,
    signal,
    left: new LeftOut(),
    nameOf: namesFor(spec.people, secret),
    facts: createRunFacts(deps),
    isClean: await cleanTasks(deps.tasks),
    schemaOf(project, version) {
      const key = `${project} ${String(version)}`;
      const known = schemas.get(key);
      if (known !== undefined) return known;
      const doc = deps.projects.schema(project, version);
      const read = { doc, hash: doc === undefined ? '' : hash('sha256', JSON.stringify(doc), 'hex') };
      schemas.set(key, read);
      return read;
    },
    of: 0,
    withoutTools: 0,
  };
}

/** The queues of the project that are wanted, by their items. */
function queuesOf({ deps, spec }: ExportContext): readonly string[] {
  if (spec.queues.length > 0) return spec.queues;
  if (spec.project === null) return [];
  return [...new Set(deps.records.items({ project: spec.project }).map(({ queue }) => queue))];
}

/**
 * Labels run by run, so that one run's are held at a time: queue by queue, in the order of the items. A run that is in two
 * queues comes twice.
 */
export function* labelledRuns(context: ExportContext): Generator<RunLabels> {
  const { deps, spec, asker } = context;
  if (spec.project === null) return;
  for (const queue of queuesOf(context)) {
    const filter = { project: spec.project, queue };
    const decisions = new Map<string, DecisionRecord[]>();
    for (const decision of deps.records.decisions(filter)) {
      const known = decisions.get(decision.run);
      if (known === undefined) decisions.set(decision.run, [decision]);
      else known.push(decision);
    }
    const seen = new Set<string>();
    for (const item of deps.records.items(filter))
      for (const run of [item.run, ...item.identical]) {
        if (seen.has(run)) continue;
        seen.add(run);
        if (asker.blind.hides(run)) {
          context.left.add('hidden');
          continue;
        }
        const submissions = deps.records.submissions({ ...filter, run });
        // What was settled of an item holds for its identical runs too.
        const settled = decisions.get(run) ?? decisions.get(item.run) ?? [];
        if (submissions.length + settled.length > 0)
          yield { run, scenario: item.scenario, taskIdx: item.taskIdx, submissions, decisions: settled };
      }
  }
}

/** What people say of each run in all wanted queues together, of work items alone. */
export function* runsWithAll(context: ExportContext): Generator<RunLabels> {
  const several = new Map<string, number>();
  const { spec, deps } = context;
  if (spec.project === null) return;
  const queues = queuesOf(context);
  for (const queue of queues)
    for (const item of deps.records.items({ project: spec.project, queue }))
      for (const run of new Set([item.run, ...item.identical])) several.set(run, (several.get(run) ?? 0) + 1);
  const held = new Map<string, RunLabels>();
  const revealed = ({ revealed: was }: SubmissionRecord) => was && !spec.revealed;
  for (const labels of labelledRuns(context)) {
    const left = (several.get(labels.run) ?? 1) - 1;
    several.set(labels.run, left);
    const before = held.get(labels.run);
    const own = counting(labels.submissions).filter((submission) => !revealed(submission));
    const whole: RunLabels = {
      ...labels,
      submissions: [...(before?.submissions ?? []), ...own],
      decisions: [...(before?.decisions ?? []), ...labels.decisions],
    };
    if (left > 0) held.set(labels.run, whole);
    else {
      held.delete(labels.run);
      yield whole;
    }
  }
  yield* held.values();
}

/** Whether a run may be exported; why not is counted. */
export async function admitted(context: ExportContext, labels: RunLabels): Promise<RunFacts | undefined> {
  const { left, spec, isClean } = context;
  const facts = await context.facts(labels.run);
  if (facts === undefined) {
    left.add('no_run');
    return undefined;
  }
  if (spec.cleanTasks && labels.taskIdx !== null && !isClean(labels.scenario, labels.taskIdx)) {
    left.add('unclean_task');
    return undefined;
  }
  return facts;
}

/** Whether the filters take a consensus; why not is counted. */
export function takes(
  { left, spec }: ExportContext,
  consensus: Consensus | 'disputed' | undefined,
): consensus is Consensus {
  if (consensus === 'disputed') left.add('disputed');
  else if (consensus === undefined) left.add('no_marks');
  else if (isSettled(spec, consensus)) return true;
  else left.add('not_settled');
  return false;
}

export function isSettled({ settled }: Pick<DatasetSpec, 'settled'>, consensus: Consensus): boolean {
  switch (settled) {
    case 'all':
      return true;
    case 'agreed':
      return consensus.settled !== 'single';
    case 'decided':
      return consensus.settled === 'decided';
  }
}

/** What an outcome is in the library, by the version of the schema that it was given under. */
export function meansOf(context: ExportContext, consensus: Consensus): string | null {
  const from = consensus.decision ?? consensus.labels[0];
  if (from === undefined) return null;
  const { doc } = context.schemaOf(from.project, from.schemaVersion);
  return doc?.outcomes.find(({ value }) => value === consensus.value)?.means ?? null;
}

/** Provenance of what a row says, beside the run's. */
export function labelColumns(
  context: ExportContext,
  { labels, decision, settled }: Pick<Consensus, 'labels' | 'decision'> & { readonly settled: string },
  place: { readonly scenario: string; readonly taskIdx: number | null },
) {
  const sources = [...labels, ...(decision === undefined ? [] : [decision])];
  const copied = labels.some(({ copiedFrom }) => copiedFrom !== null);
  return {
    label_source: copied ? `${settled} copied` : settled,
    annotators: [...new Set(sources.map(({ person, name }) => context.nameOf(person, name)))],
    label_ids: [...new Set(sources.map(({ id }) => id))],
    schema_versions: [...new Set(sources.map(({ schemaVersion }) => schemaVersion))].sort((a, b) => a - b),
    guidelines_versions: [...new Set(labels.map(({ guidelinesVersion }) => guidelinesVersion))].sort(
      (a, b) => a - b,
    ),
    revealed: sources.some(({ revealed }) => revealed),
    split: splitOf(context.spec.split, place.scenario, place.taskIdx),
    format_version: FORMAT_VERSION,
  };
}
