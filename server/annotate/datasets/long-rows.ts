import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { DecisionRecord, SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import { lastDecision, saidIn } from '../../../lib/domain/consensus/index.ts';
import { FORMAT_VERSION } from './columns.ts';
import {
  admitted,
  labelledRuns,
  runOutcome,
  verdictAgrees,
  type Cell,
  type ExportContext,
  type ExportRow,
  type RunLabels,
} from './export-context.ts';
import { runColumns, type RunFacts } from './run-facts.ts';
import { counting, settledBy } from './settle.ts';
import { splitOf } from './split-of.ts';

/** One thing that a label says. */
interface Thing {
  readonly kind: string;
  readonly key: string;
  /** As `saidIn` names it; null: free text, on which nobody has to agree. */
  readonly name: string | null;
  readonly value: string;
  readonly label: string | null;
  readonly number: number | null;
  readonly means: string | null;
  readonly severity: string | null;
  readonly markSource: string | null;
}

/** A row for each thing that somebody said. */
export async function* longRows(context: ExportContext): AsyncGenerator<ExportRow> {
  for (const labels of labelledRuns(context)) {
    context.signal?.throwIfAborted();
    const facts = await admitted(context, labels);
    if (facts === undefined) continue;
    const agrees = () => verdictAgrees(context, runOutcome(context, labels), facts.verdict);
    if (context.spec.verdictAgrees && !agrees()) continue;
    for (const row of rowsOf(context, labels, facts)) {
      await context.breathe();
      yield row;
    }
  }
}

function* rowsOf(context: ExportContext, labels: RunLabels, facts: RunFacts): Generator<ExportRow> {
  const { left, spec } = context;
  const counted = counting(labels.submissions);
  const decision = lastDecision(labels.decisions);
  const decided = decision && saidIn(decision.doc);
  const between = new Map<string, string>();
  for (const submission of labels.submissions) {
    const things = [
      ...thingsOf(submission.doc, context.schemaOf(submission.project, submission.schemaVersion).doc),
    ];
    context.of += things.length;
    const why = !submission.current && !spec.versions ? 'not_current' : null;
    const hidden = submission.revealed && !spec.revealed ? 'revealed' : null;
    const reason = why ?? hidden;
    if (reason !== null) {
      left.add(reason, things.length);
      continue;
    }
    for (const thing of things) {
      const settled = settledOf(thing, submission.doc, counted, decided, between);
      if (!wanted(settled, spec.settled)) {
        left.add(settled === 'disputed' || settled === 'overruled' ? 'disputed' : 'not_settled');
        continue;
      }
      yield row(context, facts, thing, { settled, ...ofSubmission(context, submission) });
    }
  }
  for (const each of labels.decisions) {
    for (const thing of thingsOf(each.doc, context.schemaOf(each.project, each.schemaVersion).doc)) {
      context.of += 1;
      yield row(context, facts, thing, { settled: 'decided', ...ofDecision(context, each, labels) });
    }
  }
}

function wanted(settled: string, filter: ExportContext['spec']['settled']): boolean {
  if (filter === 'all') return true;
  return filter === 'agreed' && (settled === 'agreed' || settled === 'upheld');
}

function settledOf(
  { name }: Thing,
  own: LabelDoc,
  counted: readonly SubmissionRecord[],
  decided: ReadonlyMap<string, string> | undefined,
  /** What was found of each thing between all labels of the run. */
  between: Map<string, string>,
): string {
  if (name === null) return '';
  // A tag that was not taken over was decided against.
  const value = decided?.get(name) ?? (decided !== undefined && name.startsWith('tag:') ? 'no' : undefined);
  if (value === undefined) {
    const found = between.get(name) ?? settledBy(counted, name);
    between.set(name, found);
    return found;
  }
  return value === saidIn(own).get(name) ? 'upheld' : 'overruled';
}

function* thingsOf(doc: LabelDoc, schema: LabelSchemaDoc | undefined): Generator<Thing> {
  const plain = { label: null, number: null, means: null, severity: null, markSource: null };
  if (doc.outcome !== null) {
    const option = schema?.outcomes.find(({ value }) => value === doc.outcome);
    yield {
      ...plain,
      kind: 'outcome',
      key: '',
      name: 'outcome',
      value: doc.outcome,
      label: option?.label ?? null,
      means: option?.means ?? null,
    };
  }
  for (const [seq, { value, by }] of Object.entries(doc.steps))
    yield {
      ...plain,
      kind: 'step',
      key: seq,
      name: `step:${seq}`,
      value: String(value),
      number: value,
      markSource: by,
    };
  if (doc.firstError !== null) {
    const at = doc.firstError === 'none' ? null : doc.firstError;
    yield {
      ...plain,
      kind: 'first_error',
      key: '',
      name: 'first_error',
      value: at === null ? 'none' : String(at.seq),
      number: at?.seq ?? null,
      markSource: at?.proposed === true ? 'proposed' : 'own',
    };
  }
  for (const { value, severity } of doc.tags)
    yield {
      ...plain,
      kind: 'tag',
      key: value,
      name: `tag:${value}`,
      value,
      label: schema?.tags.find((tag) => tag.value === value)?.label ?? null,
      severity,
    };
  if (doc.confidence !== null)
    yield {
      ...plain,
      kind: 'confidence',
      key: '',
      name: 'confidence',
      value: doc.confidence,
      label: schema?.confidence.find(({ value }) => value === doc.confidence)?.label ?? null,
    };
  if (doc.rationale !== '') yield { ...plain, kind: 'rationale', key: '', name: null, value: doc.rationale };
  for (const [id, value] of Object.entries(doc.fields)) {
    if (value === null) continue;
    const field = schema?.fields.find((each) => each.id === id);
    yield {
      ...plain,
      kind: 'field',
      key: id,
      name: field?.kind === 'text' ? null : `field:${id}`,
      value: typeof value === 'string' ? value : JSON.stringify(value),
      label: field?.label ?? null,
      number: typeof value === 'number' ? value : null,
    };
  }
  if (doc.preference !== null)
    yield { ...plain, kind: 'preference', key: '', name: 'preference', value: doc.preference };
  if (doc.flagged) yield { ...plain, kind: 'flag', key: '', name: null, value: 'flagged' };
}

type From = Readonly<Record<string, Cell>>;

function ofSubmission(
  context: ExportContext,
  submission: SubmissionRecord,
): From & { readonly label_id: string } {
  return {
    source: 'submission',
    annotator: context.nameOf(submission.person, submission.name),
    label_id: submission.id,
    label_version: submission.version,
    current: submission.current,
    copied: submission.copiedFrom !== null,
    revealed: submission.revealed,
    schema_version: submission.schemaVersion,
    schema_hash: context.schemaOf(submission.project, submission.schemaVersion).hash,
    guidelines_version: submission.guidelinesVersion,
    labelled_at: new Date(submission.submittedAtMs).toISOString(),
    active_s: submission.activeMs / 1_000,
    project: submission.project,
    queue: submission.queue,
    queue_kind: submission.queueKind,
    item: submission.item,
    item_kind: submission.itemKind,
    other_run: submission.otherRun,
  };
}

function ofDecision(
  context: ExportContext,
  decision: DecisionRecord,
  { submissions, otherRun }: RunLabels,
): From & { readonly label_id: string } {
  const [first] = submissions;
  return {
    source: 'decision',
    annotator: context.nameOf(decision.person, decision.name),
    label_id: decision.id,
    label_version: 1,
    current: true,
    copied: false,
    revealed: decision.revealed,
    schema_version: decision.schemaVersion,
    schema_hash: context.schemaOf(decision.project, decision.schemaVersion).hash,
    guidelines_version: null,
    labelled_at: new Date(decision.atMs).toISOString(),
    active_s: null,
    project: decision.project,
    queue: decision.queue,
    queue_kind: first?.queueKind ?? 'label',
    item: decision.item,
    item_kind: 'work',
    other_run: otherRun,
  };
}

function row(
  context: ExportContext,
  facts: RunFacts,
  thing: Thing,
  from: From & { readonly label_id: string },
): ExportRow {
  const run = runColumns(facts);
  const split = splitOf(context.spec.split, run.scenario, run.task_idx);
  const { kind, key, value } = thing;
  return {
    split,
    kind,
    cells: {
      // A copied label is told of each of its runs.
      row_id: [from.label_id, run.run.slice(0, 12), kind, ...(key === '' ? [] : [key])].join(':'),
      kind,
      key,
      value,
      value_label: thing.label,
      value_number: thing.number,
      means: thing.means,
      severity: thing.severity,
      mark_source: thing.markSource,
      ...from,
      ...run,
      run_group: facts.row.group,
      split,
      format_version: FORMAT_VERSION,
    },
  };
}
