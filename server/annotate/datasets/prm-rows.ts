import type { Act } from './conversation.ts';
import { callText, conversationOf } from './conversation.ts';
import {
  admitted,
  isSettled,
  labelColumns,
  runOutcome,
  runsWithAll,
  takes,
  verdictAgrees,
  type ExportContext,
  type ExportRow,
  type RunLabels,
} from './export-context.ts';
import { runColumns } from './run-facts.ts';
import { consensusOn, type Consensus } from './settle.ts';
import { splitOf } from './split-of.ts';
import { createToolsOf } from './tools-of.ts';

interface MarkedStep {
  readonly act: Act;
  readonly mark: -1 | 0 | 1;
  readonly source: string;
  readonly consensus: Consensus;
}

/**
 * Runs with a mark for each step, from the first on: cut before the first step that nobody marked, or that is disputed. Where no
 * step is marked, the first error says it: right up to there, and there wrong.
 */
export async function* prmRows(context: ExportContext): AsyncGenerator<ExportRow> {
  const { left, spec, deps } = context;
  const toolsOf = createToolsOf(context);
  for (const labels of runsWithAll(context)) {
    context.signal?.throwIfAborted();
    context.of += 1;
    const facts = await admitted(context, labels);
    if (facts === undefined) continue;
    const conversation = conversationOf(deps, facts.record);
    if (conversation.acts.length === 0) {
      left.add('no_calls');
      continue;
    }
    const outcome = runOutcome(context, labels);
    if (spec.verdictAgrees && !verdictAgrees(context, outcome, facts.verdict)) continue;
    const marks = marked(context, labels, conversation.acts);
    if (marks === undefined) continue;
    const tools = await toolsOf(labels.scenario);
    if (tools === null) context.withoutTools += 1;
    yield {
      split: splitOf(spec.split, labels.scenario, labels.taskIdx),
      kind: 'run',
      cells: {
        prompt: conversation.task,
        completions: marks.map(({ act }) => completion(act)),
        labels: marks.map(({ mark }) => mark === 1 || (mark === 0 && spec.neutral === 'right')),
        observations: marks.map(({ act }) => (act.kind === 'call' ? act.text : '')),
        step_labels: marks.map(({ mark }) => mark),
        mark_sources: marks.map(({ source }) => source),
        seqs: marks.map(({ act }) => act.seq),
        whole: marks.length === conversation.acts.filter(({ kind }) => kind === 'call').length,
        tools,
        ...runColumns(facts),
        outcome: outcome === undefined || outcome === 'disputed' ? null : outcome.value,
        ...labelColumns(context, together(marks), labels),
      },
    };
  }
}

function completion(act: Act): string {
  return [act.words, act.kind === 'call' ? callText(act) : act.text].filter((each) => each !== '').join('\n');
}

/** Undefined: there is nothing to learn from; why is counted. */
function marked(
  context: ExportContext,
  { submissions, decisions }: RunLabels,
  acts: readonly Act[],
): readonly MarkedStep[] | undefined {
  const calls = acts.filter(({ kind }) => kind === 'call');
  const marks: MarkedStep[] = [];
  let stop: Consensus | 'disputed' | undefined;
  for (const act of calls) {
    const consensus = consensusOn(`step:${String(act.seq)}`, submissions, decisions);
    stop = consensus;
    if (consensus === undefined || consensus === 'disputed' || !isSettled(context.spec, consensus)) break;
    marks.push({ act, mark: markOf(consensus.value), source: sourceOf(consensus, act.seq), consensus });
  }
  if (marks.length > 0) return marks;
  const anyMarks = submissions.some(({ doc }) => Object.keys(doc.steps).length > 0);
  if (anyMarks) {
    takes(context, stop);
    return undefined;
  }
  const error = consensusOn('first_error', submissions, decisions);
  if (!takes(context, error)) return undefined;
  const at = error.value === 'none' ? Infinity : Number(error.value);
  return calls
    .filter(({ seq }) => seq <= at)
    .map((act) => ({ act, mark: act.seq === at ? -1 : 1, source: 'first_error', consensus: error }));
}

function markOf(value: string): -1 | 0 | 1 {
  if (value === '0') return 0;
  return value === '-1' ? -1 : 1;
}

/** The least independent of those that say so. */
function sourceOf({ decision, labels }: Consensus, seq: number): string {
  if (decision !== undefined) return 'decided';
  const sources = labels.map(({ doc }) => doc.steps[String(seq)]?.by);
  if (sources.includes('own')) return 'own';
  return sources.includes('bulk') ? 'bulk' : 'inherited';
}

/** The whole row is as settled as its least settled step. */
function together(marks: readonly MarkedStep[]): Pick<Consensus, 'labels' | 'decision' | 'settled'> {
  const each = marks.map(({ consensus }) => consensus);
  const rank = ['single', 'agreed', 'decided'] as const;
  return {
    labels: [...new Set(each.flatMap(({ labels }) => labels))],
    decision: each.find(({ decision }) => decision !== undefined)?.decision,
    settled: rank.find((name) => each.some(({ settled }) => settled === name)) ?? 'single',
  };
}
