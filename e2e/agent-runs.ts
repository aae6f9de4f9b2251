import { connect } from '../lib/openenv-client/index.ts';

interface AgentCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The agent's words before it. */
  readonly message?: string;
}

interface AgentRun {
  readonly scenario: string;
  readonly taskIdx: number;
  readonly calls: readonly AgentCall[];
  readonly finalAnswer?: string;
  readonly run?: Readonly<Record<string, unknown>>;
  /** Of the wire's reset, beside `run`. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Plays an episode as a trainer would, over the wire, verifies and ends it; its id in the record. */
export async function playAgentRun(studioUrl: string, run: AgentRun): Promise<string> {
  await using client = await connect(studioUrl);
  const started = await client.reset({
    scenario: run.scenario,
    task_idx: run.taskIdx,
    options: { ...run.options, run: { policy: 'policy-8b', ...run.run } },
  });
  for (const { tool, arguments: args, message } of run.calls) {
    await client.callTool(tool, args, message === undefined ? {} : { metadata: { message } });
  }
  await client.verify(run.finalAnswer === undefined ? {} : { finalAnswer: run.finalAnswer });
  await client.done();
  return String(started.metadata['record_id']);
}

/** Rollouts of city_library's task 4 that part at their third call. */
export const TRANSFERS = {
  look: [
    { tool: 'search_titles', arguments: { q: 'The Allotment Year' }, message: 'First I need the title.' },
    { tool: 'list_title_copies', arguments: { title_id: 9 }, message: 'Which of them are at Hillside?' },
  ],
  send: (barcodes: readonly string[], branch: number): AgentCall => ({
    tool: 'send_transfer',
    arguments: { barcodes, to_branch_id: branch },
    message: `They go to branch ${String(branch)}.`,
  }),
} as const;
