import type { Fix, PairSide, ProvenPair } from '../../../lib/contracts/annotation/pairs.ts';
import { FORMAT_VERSION } from './columns.ts';
import { action, conversationOf, exchange, opening, type Act, type Conversation } from './conversation.ts';
import {
  labelColumns,
  runsWithAll,
  takes,
  type Cell,
  type ExportContext,
  type ExportRow,
} from './export-context.ts';
import type { RunFacts } from './run-facts.ts';
import { consensusOn } from './settle.ts';
import { splitOf } from './split-of.ts';
import { createToolsOf } from './tools-of.ts';

const PAGE = 200;

type Row = (pair: {
  readonly chosen: Side;
  readonly rejected: Side;
  readonly prompt: readonly Cell[];
  readonly shared: number;
  readonly proof: 'verifier' | 'fix' | 'people';
  readonly set: string | null;
  readonly label: ReturnType<typeof labelColumns>;
}) => Promise<ExportRow | undefined>;

interface Side {
  readonly facts: RunFacts;
  readonly seq: number | null;
  readonly messages: readonly Cell[];
}

/** Pairs that runs prove, certified fixes, and people's preferences. None is given twice. */
export async function* dpoRows(context: ExportContext): AsyncGenerator<ExportRow> {
  const toolsOf = createToolsOf(context);
  const seen = new Set<string>();
  const row: Row = async ({ chosen, rejected, prompt, shared, proof, set, label }) => {
    const content = JSON.stringify([prompt, chosen.messages, rejected.messages]);
    if (JSON.stringify(chosen.messages) === JSON.stringify(rejected.messages)) {
      context.left.add('same_action');
      return undefined;
    }
    if (seen.has(content)) {
      context.left.add('duplicate');
      return undefined;
    }
    seen.add(content);
    const { row: run, record } = chosen.facts;
    const tools = await toolsOf(run.scenario);
    if (tools === null) context.withoutTools += 1;
    return {
      split: splitOf(context.spec.split, run.scenario, run.taskIdx),
      kind: proof,
      cells: {
        prompt,
        chosen: chosen.messages,
        rejected: rejected.messages,
        tools,
        proof,
        shared_calls: shared,
        pair_set: set,
        scenario: run.scenario,
        task_idx: run.taskIdx,
        task: record.task,
        pack: run.pack,
        pack_hash: record.scenarioHash,
        ...sideColumns('chosen', chosen),
        ...sideColumns('rejected', rejected),
        ...label,
      },
    };
  };
  yield* provenRows(context, row);
  if (context.spec.project === null) return;
  if (context.spec.fixes) yield* fixRows(context, context.spec.project, row);
  if (context.spec.preferences) yield* preferenceRows(context, row);
}

function sideColumns(name: 'chosen' | 'rejected', { facts, seq }: Side): Readonly<Record<string, Cell>> {
  const { row, verdict, verifierHash } = facts;
  return {
    [`${name}_run`]: row.id,
    [`${name}_seq`]: seq,
    [`${name}_verdict`]: verdict,
    [`${name}_verifier_hash`]: verifierHash,
    [`${name}_label`]: row.label,
    [`${name}_experiment`]: row.experiment,
    [`${name}_policy`]: row.policy,
    [`${name}_checkpoint`]: row.checkpoint,
    [`${name}_train_step`]: row.trainStep,
    [`${name}_origin`]: row.origin,
  };
}

async function* provenRows(context: ExportContext, row: Row): AsyncGenerator<ExportRow> {
  const { deps, spec, left, asker } = context;
  const shelf = deps.store.training.pairs;
  for (const set of spec.pairSets)
    for (let offset = 0; ; offset += PAGE) {
      const page = shelf.page(set, offset, PAGE);
      for (const pair of page) {
        context.signal?.throwIfAborted();
        context.of += 1;
        if (asker.blind.hides(pair.chosen.run) || asker.blind.hides(pair.rejected.run)) {
          left.add('hidden');
          continue;
        }
        if (spec.cleanTasks && !context.isClean(pair.scenario, pair.taskIdx)) {
          left.add('unclean_task');
          continue;
        }
        const made = await proven(context, pair, set, row);
        if (made !== undefined) yield made;
      }
      if (page.length < PAGE) break;
    }
}

async function proven(
  context: ExportContext,
  pair: ProvenPair,
  set: string,
  row: Row,
): Promise<ExportRow | undefined> {
  const [chosen, rejected] = [await context.facts(pair.chosen.run), await context.facts(pair.rejected.run)];
  await context.breathe();
  if (chosen === undefined || rejected === undefined) {
    context.left.add('no_run');
    return undefined;
  }
  // What a verifier or a person said since then takes the proof away.
  if (!stands(pair.chosen, chosen) || !stands(pair.rejected, rejected)) {
    context.left.add('pair_changed');
    return undefined;
  }
  if (context.spec.verdictAgrees && (chosen.row.label === null || rejected.row.label === null)) {
    context.left.add('verdict_disagrees');
    return undefined;
  }
  const talk = conversationOf(context.deps, chosen.record);
  const good = actAt(talk, pair.chosen.action.seq);
  const bad = actAt(conversationOf(context.deps, rejected.record), pair.rejected.action.seq);
  if (good === undefined || bad === undefined) {
    context.left.add('no_calls');
    return undefined;
  }
  return row({
    chosen: { facts: chosen, seq: good.seq, messages: [action(good)] },
    rejected: { facts: rejected, seq: bad.seq, messages: [action(bad)] },
    prompt: before(talk, good),
    shared: pair.prefix,
    proof: 'verifier',
    set,
    label: proofColumns(context, chosen, 'verifier'),
  });
}

function stands({ verdict }: PairSide, now: RunFacts): boolean {
  const { label } = now.row;
  const against =
    label !== null && (label === 'mixed' || (label === 'complete') !== (now.verdict === 'complete'));
  return now.verdict === verdict && !against;
}

function actAt({ acts }: Conversation, seq: number | null): Act | undefined {
  return seq === null ? undefined : acts.find((act) => act.seq === seq);
}

function before(talk: Conversation, act: Act): Cell[] {
  return [...opening(talk), ...talk.acts.filter(({ seq }) => seq < act.seq).flatMap(exchange)];
}

/** Nobody labelled it: the verifier's word is its proof. */
function proofColumns(context: ExportContext, { row }: RunFacts, source: string) {
  return {
    ...labelColumns(
      context,
      { labels: [], decision: undefined, settled: source },
      { scenario: row.scenario, taskIdx: row.taskIdx },
    ),
    format_version: FORMAT_VERSION,
  };
}

async function* fixRows(context: ExportContext, project: string, row: Row): AsyncGenerator<ExportRow> {
  for (const fix of await context.deps.fixes(project, context.signal)) {
    context.of += 1;
    const made = await fixed(context, fix, row);
    if (made !== undefined) yield made;
  }
}

async function fixed(context: ExportContext, fix: Fix, row: Row): Promise<ExportRow | undefined> {
  const { left, asker, spec } = context;
  if (fix.proof !== 'certified') {
    left.add('not_certified');
    return undefined;
  }
  if (asker.blind.hides(fix.run) || asker.blind.hides(fix.fork)) {
    left.add('hidden');
    return undefined;
  }
  const [chosen, rejected] = [await context.facts(fix.fork), await context.facts(fix.run)];
  if (chosen === undefined || rejected === undefined) {
    left.add('no_run');
    return undefined;
  }
  if (spec.cleanTasks && fix.taskIdx !== null && !context.isClean(fix.scenario, fix.taskIdx)) {
    left.add('unclean_task');
    return undefined;
  }
  const talk = conversationOf(context.deps, chosen.record);
  const good = actAt(talk, fix.chosen?.seq ?? null);
  const bad = actAt(conversationOf(context.deps, rejected.record), fix.seq);
  if (good === undefined || bad === undefined) {
    left.add('no_calls');
    return undefined;
  }
  const label = proofColumns(context, chosen, 'fix');
  return row({
    chosen: { facts: chosen, seq: good.seq, messages: [action(good)] },
    rejected: { facts: rejected, seq: bad.seq, messages: [action(bad)] },
    prompt: before(talk, good),
    shared: talk.acts.filter(({ seq }) => seq < good.seq).length,
    proof: 'fix',
    set: null,
    label: { ...label, annotators: [context.nameOf(fix.person, fix.by)], label_ids: [fix.attempt] },
  });
}

/** Whole runs: the choice is of how each went and ended. */
async function* preferenceRows(context: ExportContext, row: Row): AsyncGenerator<ExportRow> {
  const { left, isClean, spec } = context;
  for (const labels of runsWithAll(context, 'pairs')) {
    await context.breathe();
    context.of += 1;
    const consensus = consensusOn('preference', labels.submissions, labels.decisions);
    if (!takes(context, consensus)) continue;
    if (consensus.value === 'tie') {
      left.add('tie');
      continue;
    }
    if (spec.cleanTasks && labels.taskIdx !== null && !isClean(labels.scenario, labels.taskIdx)) {
      left.add('unclean_task');
      continue;
    }
    const [a, b] = [await context.facts(labels.run), await context.facts(labels.otherRun ?? '')];
    if (a === undefined || b === undefined) {
      left.add('no_run');
      continue;
    }
    const [chosen, rejected] = consensus.value === 'a' ? [a, b] : [b, a];
    const [good, bad] = [chosen, rejected].map(({ record }) => conversationOf(context.deps, record));
    if (good === undefined || bad === undefined || good.acts.length === 0 || bad.acts.length === 0) {
      left.add('no_calls');
      continue;
    }
    const made = await row({
      chosen: { facts: chosen, seq: null, messages: good.acts.flatMap(exchange) },
      rejected: { facts: rejected, seq: null, messages: bad.acts.flatMap(exchange) },
      prompt: opening(good),
      shared: 0,
      proof: 'people',
      set: null,
      label: labelColumns(context, consensus, labels),
    });
    if (made !== undefined) yield made;
  }
}
