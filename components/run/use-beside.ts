import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messagesQuery, replayQuery } from '../../lib/client/queries/run.ts';
import type { AgentMessage } from '../../lib/contracts/artifacts.ts';
import type { ReplayResult } from '../../lib/contracts/branches.ts';

export type ReplayedStep = ReplayResult['steps'][number];

interface Beside {
  readonly replayed: ReadonlyMap<number, ReplayedStep>;
  /** Messages by the step that they led to; what tools answered is left out, the step has it. */
  readonly said: ReadonlyMap<number, readonly AgentMessage[]>;
}

/** What is known of a run's steps beside their record: the last replay, and the agent's attached log. */
export function useBeside(runId: string): Beside {
  const replay = useQuery(replayQuery(runId)).data?.replay;
  const messages = useQuery(messagesQuery(runId)).data?.items;
  return useMemo(() => {
    const replayed = new Map((replay?.steps ?? []).map((step) => [step.seq, step] as const));
    const spoken = (messages ?? []).filter(
      ({ role, text, reasoning }) => role !== 'tool' && (text !== '' || reasoning !== null),
    );
    const said = new Map<number, readonly AgentMessage[]>();
    for (const [seq, list] of Map.groupBy(spoken, (message) => message.seq)) {
      if (seq !== null) said.set(seq, list);
    }
    return { replayed, said };
  }, [replay, messages]);
}
