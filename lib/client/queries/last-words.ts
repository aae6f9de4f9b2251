import { queryOptions } from '@tanstack/react-query';
import { artifactRoutes } from '../../contracts/rest-artifacts.ts';
import { studioRoutes } from '../../contracts/rest-studio.ts';
import { readWords } from '../../domain/agent-words.ts';
import { callApi } from '../api.ts';

/** Steps from the end that are looked through for words. */
const LOOKED_AT = 8;

export interface LastWords {
  readonly text: string;
  /** The step that they stand before; null: they belong to none. */
  readonly seq: number | null;
}

/** What the agent said last: of its log where one was attached, else with its last calls; null where it said nothing. */
export function lastWordsQuery(id: string, steps: number) {
  return queryOptions({
    queryKey: ['episodes', id, 'last-words', steps] as const,
    queryFn: async ({ signal }): Promise<LastWords | null> => {
      const request = { params: { id } };
      const log = await callApi(artifactRoutes.getMessages, request, signal);
      const said = log.items.findLast(({ role, text }) => role === 'assistant' && text.trim() !== '');
      if (said !== undefined) return { text: said.text, seq: said.seq };
      if (steps === 0) return null;
      const from = Math.max(1, steps - LOOKED_AT + 1);
      const page = await callApi(studioRoutes.getEpisodeSteps, { ...request, query: { from } }, signal);
      for (const step of page.items.toReversed()) {
        const words = readWords(step.clientMetadata);
        const text = words?.message ?? words?.reasoning;
        if (text !== undefined && text !== null) return { text, seq: step.seq };
      }
      return null;
    },
    staleTime: 30_000,
  });
}
