import { conversationOf, exchange, opening, turns } from './conversation.ts';
import {
  admitted,
  labelColumns,
  runOutcome,
  runsWithAll,
  takes,
  type Cell,
  type ExportContext,
  type ExportRow,
} from './export-context.ts';
import { runColumns } from './run-facts.ts';
import { splitOf } from './split-of.ts';
import { createToolsOf } from './tools-of.ts';

/** Runs that people call complete, one row each. */
export async function* sftRows(
  context: ExportContext,
  shape: 'sft_openai' | 'sft_sharegpt',
): AsyncGenerator<ExportRow> {
  const { left, spec, deps } = context;
  const toolsOf = createToolsOf(context);
  for (const labels of runsWithAll(context)) {
    context.signal?.throwIfAborted();
    context.of += 1;
    const facts = await admitted(context, labels);
    if (facts === undefined) continue;
    const consensus = runOutcome(context, labels);
    if (!takes(context, consensus)) continue;
    if (!consensus.complete) {
      left.add('not_complete');
      continue;
    }
    if (spec.verdictAgrees && facts.verdict !== 'complete') {
      left.add(facts.verdict === null ? 'no_verdict' : 'verdict_disagrees');
      continue;
    }
    const conversation = conversationOf(deps, facts.record);
    if (conversation.acts.length === 0) {
      left.add('no_calls');
      continue;
    }
    const tools = await toolsOf(labels.scenario);
    if (tools === null) context.withoutTools += 1;
    const chat: Readonly<Record<string, Cell>> =
      shape === 'sft_openai'
        ? { messages: [...opening(conversation), ...conversation.acts.flatMap(exchange)] }
        : { conversations: turns(conversation), system: conversation.system };
    yield {
      split: splitOf(spec.split, labels.scenario, labels.taskIdx),
      kind: 'run',
      cells: {
        ...chat,
        tools,
        ...runColumns(facts),
        outcome: consensus.value,
        ...labelColumns(context, consensus, labels),
      },
    };
  }
}
