import { describe, expect, it } from 'vitest';
import { createLocalAccess } from '../access/index.ts';
import { sighted } from '../annotate/index.ts';
import type { EpisodeRecord, StepRecord } from '../store/types.ts';
import type { HttpContext } from './context.ts';
import { episodeHandlers } from './rest-episodes.ts';

const who = createLocalAccess().principal({});

/** An episode of so many steps, each with an observation of so many characters. */
function handlers(count: number, size: number) {
  let reads = 0;
  const step = (seq: number) =>
    ({ seq, observationJson: 'x'.repeat(size), tablesTouched: null }) as StepRecord;
  const episodes: Partial<HttpContext['episodes']> = {
    episode: () => ({ steps: count }) as EpisodeRecord,
    steps: (_id, { from }) => {
      reads += 1;
      return [step(from)];
    },
  };
  const { getEpisodeSteps } = episodeHandlers({ episodes } as HttpContext);
  const page = async (query: { from: number; to?: number }) => {
    reads = 0;
    const request = {
      params: { id: 'e' },
      query,
      body: undefined,
      page: null,
      person: who.name,
      who,
      blind: sighted().of(who),
      carriage: { headers: {}, setCookie: () => undefined },
      file: undefined,
    };
    const answer = await getEpisodeSteps(request, new AbortController().signal);
    if (!('items' in answer)) throw new Error('no items');
    return { seqs: answer.items.map(({ seq }) => seq), next: answer.nextFrom, reads };
  };
  return { page };
}

describe('steps of an episode', () => {
  it('come at most 500 at once, and say where to go on', async () => {
    const { page } = handlers(1200, 2);
    const first = await page({ from: 1 });
    expect([first.seqs.length, first.next]).toEqual([500, 501]);
    expect(await page({ from: 1001 })).toMatchObject({ next: null, reads: 200 });
    expect(await page({ from: 3, to: 4 })).toEqual({ seqs: [3, 4], next: null, reads: 2 });
    expect(await page({ from: 9999 })).toEqual({ seqs: [], next: null, reads: 0 });
  });

  it('that are large come a few at once: an answer must fit into memory', async () => {
    const { page } = handlers(100, 20 << 20);
    expect(await page({ from: 5 })).toEqual({ seqs: [5, 6], next: 7, reads: 2 });
  });
});
