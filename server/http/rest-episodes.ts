import { AppError } from '../../lib/contracts/errors.ts';
import type { Episode } from '../../lib/contracts/rest.ts';
import type { EpisodeRecord, RunProvenance } from '../store/types.ts';
import type { HttpContext } from './context.ts';
import type { Handlers } from './rest.ts';

/** Steps in one answer. */
const STEP_LIMIT = 500;

export function episodeHandlers({
  episodes,
  config,
}: HttpContext): Pick<Handlers, 'listEpisodes' | 'getEpisode' | 'getEpisodeSteps' | 'setRun'> {
  function find(id: string): EpisodeRecord {
    const record = episodes.episode(id);
    if (record === undefined) throw new AppError('not_found', 'No such episode.');
    return record;
  }

  return {
    listEpisodes({ query }) {
      if (config.isPublic && query.sessionId === undefined) {
        throw new AppError(
          'forbidden',
          'On a public server episodes are listed by the id of their session only.',
        );
      }
      const { items, nextCursor } = episodes.episodes(dropUndefined(query));
      return { items: items.map((record) => describe(record, !config.isPublic)), nextCursor };
    },
    getEpisode: ({ params }) => describe(find(params.id), !config.isPublic),
    getEpisodeSteps({ params, query }) {
      find(params.id);
      const last = query.from + STEP_LIMIT - 1;
      const steps = episodes.steps(params.id, { from: query.from, to: Math.min(query.to ?? last, last) });
      return {
        items: steps.map(({ logStart: _start, logEnd: _end, tablesTouched, ...step }) => ({
          ...step,
          tablesTouched: tablesTouched && [...tablesTouched],
        })),
      };
    },
    setRun: ({ body }) => ({ changed: episodes.setRun(body.ids, dropUndefined(body.run)) }),
  };
}

function describe(record: EpisodeRecord, withSession: boolean): Episode {
  const {
    options: _options,
    seedHash: _seed,
    initialHash: _initial,
    finalHash: _final,
    finalNormalised: _normalised,
    ...rest
  } = record;
  return { ...rest, sessionId: withSession ? record.sessionId : null, run: describeRun(record.run) };
}

function describeRun({ tags, ...run }: RunProvenance): Episode['run'] {
  return tags === undefined ? run : { ...run, tags: [...tags] };
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function dropUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Defined<T>;
}
