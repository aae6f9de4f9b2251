import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { DatasetLeft, DatasetSpec } from '../../../lib/contracts/annotation/datasets.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { DecisionRecord, SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import type { ItemPlace } from '../../store/annotation/types.ts';
import { cleanTasks, LeftOut } from '../pairs/index.ts';
import { FORMAT_VERSION } from './columns.ts';
import { namesFor } from './pseudonyms.ts';
import { createRunFacts, type RunFacts } from './run-facts.ts';
import { counting, outcomeOf, type Ground, type RunOutcome } from './settle.ts';
import { splitOf, type SplitName } from './split-of.ts';
import type { DatasetDeps, ExportAsker } from './types.ts';

/** A value of an exported row: JSON. */
export type Cell = string | number | boolean | null | readonly Cell[] | { readonly [name: string]: Cell };

export interface ExportRow {
  readonly split: SplitName;
  readonly kind: string;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** What was said of one run, or of one pair, in one queue. */
export interface RunLabels {
  /** Of a pair the first, `otherRun` the second. */
  readonly run: string;
  readonly otherRun: string | null;
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
  /** Lets others in where the export has worked for a while. */
  readonly breathe: () => Promise<void>;
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
    breathe: createBreath(),
    of: 0,
    withoutTools: 0,
  };
}

const PAGE = 500;

const WORK_MS = 10;

function createBreath(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < WORK_MS) return;
    await setImmediate();
    since = performance.now();
  };
}

/** The queues of the project that are wanted, by their items. */
function queuesOf({ deps, spec }: ExportContext): readonly string[] {
  if (spec.project === null) return [];
  // They come newest first.
  const all = deps.store.annotation
    .queues(spec.project)
    .map(({ id }) => id)
    .toReversed();
  return spec.queues.length === 0 ? all : all.filter((id) => spec.queues.includes(id));
}

/** A page at a time, so that a queue of many thousand items is not held. */
function* placesOf({ deps }: ExportContext, queue: string): Generator<ItemPlace> {
  for (let after = 0; ;) {
    const page = deps.store.annotation.places(queue, after, PAGE);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.n;
  }
}

/**
 * Labels run by run (of queues of pairs, pair by pair), so that one run's are held at a time: queue by queue, in the order of the items. What is
 * in two queues comes twice.
 */
export function* labelledRuns(
  context: ExportContext,
  of: 'runs' | 'pairs' | 'both' = 'both',
): Generator<RunLabels> {
  const { deps, spec } = context;
  if (spec.project === null) return;
  for (const queue of queuesOf(context)) {
    const filter = { project: spec.project, queue };
    const decided = deps.records.decisions(filter);
    const isPair = new Set(
      decided.length === 0
        ? []
        : [...placesOf(context, queue)].flatMap(({ id, otherRun }) => (otherRun === null ? [] : [id])),
    );
    const decisions = Map.groupBy(decided, ({ item, run }) => (isPair.has(item) ? item : run));
    if (of !== 'pairs') yield* singleRuns(context, queue, filter, decisions);
    if (of !== 'runs')
      for (const { id, run, otherRun, scenario, taskIdx } of placesOf(context, queue)) {
        if (otherRun === null) continue;
        if (hidesOne(context, run) || hidesOne(context, otherRun)) continue;
        const submissions = deps.records.submissions({ ...filter, run }).filter(({ item }) => item === id);
        const settled = decisions.get(id) ?? [];
        if (submissions.length + settled.length > 0)
          yield { run, otherRun, scenario, taskIdx, submissions, decisions: settled };
      }
  }
}

function* singleRuns(
  context: ExportContext,
  queue: string,
  filter: { readonly project: string; readonly queue: string },
  decisions: ReadonlyMap<string, readonly DecisionRecord[]>,
): Generator<RunLabels> {
  const { records } = context.deps;
  const seen = new Set<string>();
  for (const item of placesOf(context, queue))
    for (const run of item.otherRun === null ? [item.run, ...item.identical] : []) {
      if (seen.has(run)) continue;
      seen.add(run);
      if (hidesOne(context, run)) continue;
      // Those of a pair that the run is of say nothing of it alone.
      const submissions = records.submissions({ ...filter, run }).filter(({ otherRun }) => otherRun === null);
      // What was settled of an item holds for its identical runs too.
      const settled = decisions.get(run) ?? decisions.get(item.run) ?? [];
      if (submissions.length + settled.length > 0)
        yield {
          ...{ run, otherRun: null, scenario: item.scenario, taskIdx: item.taskIdx },
          ...{ submissions, decisions: settled },
        };
    }
}

function hidesOne({ asker, left }: ExportContext, run: string): boolean {
  const hides = asker.blind.hides(run);
  if (hides) left.add('hidden');
  return hides;
}

/** What people say of each run, or of each pair, in all wanted queues together, of work items alone. */
export function* runsWithAll(context: ExportContext, of: 'runs' | 'pairs' = 'runs'): Generator<RunLabels> {
  const several = new Map<string, number>();
  const { spec } = context;
  if (spec.project === null) return;
  const keyOf = (run: string, otherRun: string | null) => `${run} ${otherRun ?? ''}`;
  for (const queue of queuesOf(context)) {
    const keys = new Set<string>();
    for (const { run, otherRun, identical } of placesOf(context, queue))
      if (otherRun !== null) keys.add(keyOf(run, otherRun));
      else for (const each of [run, ...identical]) keys.add(keyOf(each, null));
    for (const key of keys) several.set(key, (several.get(key) ?? 0) + 1);
  }
  const held = new Map<string, RunLabels>();
  const revealed = ({ revealed: was }: SubmissionRecord) => was && !spec.revealed;
  for (const labels of labelledRuns(context, of)) {
    const key = keyOf(labels.run, labels.otherRun);
    const left = (several.get(key) ?? 1) - 1;
    several.set(key, left);
    const before = held.get(key);
    const own = counting(labels.submissions).filter((submission) => !revealed(submission));
    const whole: RunLabels = {
      ...labels,
      submissions: [...(before?.submissions ?? []), ...own],
      decisions: [...(before?.decisions ?? []), ...labels.decisions],
    };
    if (left > 0) held.set(key, whole);
    else {
      held.delete(key);
      yield whole;
    }
  }
  yield* held.values();
}

/** Whether a run may be exported; why not is counted. */
export async function admitted(context: ExportContext, labels: RunLabels): Promise<RunFacts | undefined> {
  await context.breathe();
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
export function takes<T extends Ground>(
  { left, spec }: ExportContext,
  consensus: T | 'disputed' | undefined,
): consensus is T {
  if (consensus === 'disputed') left.add('disputed');
  else if (consensus === undefined) left.add('no_marks');
  else if (isSettled(spec, consensus)) return true;
  else left.add('not_settled');
  return false;
}

export function isSettled({ settled }: Pick<DatasetSpec, 'settled'>, consensus: Ground): boolean {
  switch (settled) {
    case 'all':
      return true;
    case 'agreed':
      return consensus.settled !== 'single';
    case 'decided':
      return consensus.settled === 'decided';
  }
}

/** What is settled of a run; an outcome means what the version of the schema says that it was given under. */
export function runOutcome(
  context: ExportContext,
  { submissions, decisions }: RunLabels,
): RunOutcome | 'disputed' | undefined {
  return outcomeOf(counting(submissions), decisions, ({ project, schemaVersion, doc: { outcome } }) => {
    const { doc } = context.schemaOf(project, schemaVersion);
    return doc?.outcomes.find(({ value }) => value === outcome)?.means ?? null;
  });
}

/** Whether the verifier says the same of a run as people do; why not is counted. */
export function verdictAgrees(
  { left }: ExportContext,
  outcome: RunOutcome | 'disputed' | undefined,
  verdict: string | null,
): boolean {
  if (verdict === null) {
    left.add('no_verdict');
    return false;
  }
  const fits =
    outcome !== undefined && outcome !== 'disputed' && outcome.complete === (verdict === 'complete');
  if (!fits) left.add('verdict_disagrees');
  return fits;
}

/** Provenance of what a row says, beside the run's. */
export function labelColumns(
  context: ExportContext,
  { labels, decision, settled }: Pick<Ground, 'labels' | 'decision'> & { readonly settled: string },
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
