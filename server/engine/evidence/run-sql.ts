import type { SqlAnswer } from '../../../lib/contracts/evidence.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { QueryOutcome } from '../../host/types.ts';
import type { EpisodeFiles } from './episode-files.ts';
import type { EvidenceDeps, SqlQuestion } from './types.ts';

const TOO_WEAK =
  'SQL does not run on this server: its sandbox is too weak for the address that it listens on. ' +
  'The server’s health page says what is missing.';

/** Questions at once: two run, the others wait with their states' files written, 32 MiB each at most. */
const MAX_QUESTIONS = 18;

/** Runs people's SQL, a bounded number of questions at once. */
export class SqlRuns {
  readonly #deps: EvidenceDeps;
  readonly #files: EpisodeFiles;
  #running = 0;

  constructor(deps: EvidenceDeps, files: EpisodeFiles) {
    this.#deps = deps;
    this.#files = files;
  }

  /** @throws AppError not_found, capacity_reached, runtime_failed, deadline_exceeded */
  async run(episodeId: string, question: SqlQuestion, signal: AbortSignal | undefined): Promise<SqlAnswer> {
    if (this.#running >= MAX_QUESTIONS)
      throw new AppError('capacity_reached', 'Many queries are waiting; try again in a few seconds.');
    this.#running += 1;
    try {
      return await runSql(this.#deps, this.#files, episodeId, question, signal);
    } finally {
      this.#running -= 1;
    }
  }
}

async function runSql(
  { store, host, refuse }: EvidenceDeps,
  files: EpisodeFiles,
  episodeId: string,
  question: SqlQuestion,
  signal: AbortSignal | undefined,
): Promise<SqlAnswer> {
  const { seq, sql, explain } = question;
  // Whoever writes the statement is not the pack's author.
  if (refuse?.({ trusted: false }) !== undefined) return { kind: 'refused', message: TOO_WEAK };
  const state = store.recordedStates(episodeId).find((recorded) => recorded.seq === seq);
  if (state === undefined) throw new AppError('not_found', `This episode has no step ${String(seq)}.`);
  if (state.unavailable !== null) return { kind: 'unavailable', ...state.unavailable };
  using database = await files.state(episodeId, state);
  using initial = await files.seed(episodeId);
  return toAnswer(await host.query({ database: database.path, initial: initial.path, sql, explain }, signal));
}

function toAnswer(outcome: QueryOutcome): SqlAnswer {
  switch (outcome.kind) {
    case 'rows':
    case 'plan':
    case 'refused':
      return outcome;
    case 'stopped':
      return {
        ...outcome,
        message:
          'Stopped at its limit of 1 s. Name the rows that you need (WHERE, LIMIT), and join by key columns.',
      };
    case 'ended':
      return {
        kind: 'refused',
        message: 'The query’s process died: it took more memory than it may, or the database is damaged.',
      };
  }
}
