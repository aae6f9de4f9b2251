import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../lib/contracts/errors.ts';
import { runIdSchema } from '../../../lib/contracts/runs.ts';
import type { StateSearchAnswer } from '../../../lib/contracts/runs.ts';
import type { Host, QueryOutcome } from '../../host/types.ts';
import type { RunLibrary } from '../../store/runs/types.ts';
import type { StateSearch, StateSearchQuestion } from './types.ts';

/** Runs that one question is about. */
const MAX_RUNS = 2_000;
/** For reading their changes; with the query's own second and its start the whole stays within 20 s. */
const READ_MS = 14_000;
const WHOLE_MS = 20_000;
const MAX_QUESTIONS = 2;

const TOO_WEAK =
  'SQL does not run on this server: its sandbox is too weak for the address that it listens on. ' +
  'The server’s health page says what is missing.';

interface StateSearchDeps {
  readonly runs: Pick<RunLibrary, 'resolve' | 'changesFile'>;
  readonly host: Pick<Host, 'query'>;
  /** Why code that is not trusted may not run on this server, if it may not. */
  readonly refuse: (scenario: { readonly trusted: boolean }) => string | undefined;
  /** For the files of changes; its own, removed at the end. */
  readonly filesDir: string;
}

export function createStateSearch(deps: StateSearchDeps): StateSearch {
  const { filesDir } = deps;
  let running = 0;
  return {
    async search(question, signal) {
      // Whoever writes the statement is not the pack's author.
      if (deps.refuse({ trusted: false }) !== undefined) return { kind: 'refused', message: TOO_WEAK };
      if (running >= MAX_QUESTIONS)
        throw new AppError(
          'capacity_reached',
          'Other searches over states are running; try again in a moment.',
        );
      running += 1;
      const path = join(filesDir, `${randomBytes(8).toString('hex')}.db`);
      try {
        await mkdir(filesDir, { recursive: true, mode: 0o700 });
        return await search(deps, question, path, signal);
      } finally {
        running -= 1;
        await rm(path, { force: true });
      }
    },
    async [Symbol.asyncDispose]() {
      await rm(filesDir, { recursive: true, force: true });
    },
  };
}

async function search(
  { runs, host }: StateSearchDeps,
  { target, sql, of }: StateSearchQuestion,
  path: string,
  signal: AbortSignal | undefined,
): Promise<StateSearchAnswer> {
  const start = performance.now();
  const ids = runs.resolve(target);
  const stop = AbortSignal.any([AbortSignal.timeout(WHOLE_MS), ...(signal === undefined ? [] : [signal])]);
  let outcome: QueryOutcome;
  let read: Awaited<ReturnType<RunLibrary['changesFile']>>;
  try {
    read = await runs.changesFile({ ids: ids.slice(0, MAX_RUNS), of, path, budgetMs: READ_MS }, stop);
    outcome = await host.query({ database: path, initial: path, sql, explain: false }, stop);
  } catch (error) {
    if (signal?.aborted === true || !(error instanceof AppError) || error.code !== 'deadline_exceeded')
      throw error;
    const message =
      'Stopped at its limit of 20 s: select fewer runs, or ask for the end instead of every step.';
    return { kind: 'stopped', afterMs: performance.now() - start, message };
  }
  switch (outcome.kind) {
    case 'rows':
      return {
        kind: 'rows',
        columns: outcome.columns,
        rows: outcome.rows,
        truncated: outcome.truncated,
        runs: runsNamed(outcome.columns, outcome.rows),
        searched: read.searched,
        unread: read.unread,
        beyondLimit: Math.max(0, ids.length - MAX_RUNS) + read.left,
        ms: performance.now() - start,
      };
    case 'refused':
      return outcome;
    case 'plan':
      return { kind: 'refused', message: 'Plans are not shown here: ask for the rows.' };
    case 'stopped':
      return {
        ...outcome,
        message: 'The query was stopped at its limit of 1 s. Name the rows that you need (WHERE, LIMIT).',
      };
    case 'ended':
      return { kind: 'refused', message: 'The query’s process died: it took more memory than it may.' };
  }
}

/** By a column called `run`, each once. */
function runsNamed(columns: readonly string[], rows: readonly (readonly unknown[])[]): string[] {
  const at = columns.findIndex((name) => name.toLowerCase() === 'run');
  const named = new Set<string>();
  if (at >= 0)
    for (const row of rows) {
      const id = runIdSchema.safeParse(row[at]);
      if (id.success) named.add(id.data);
    }
  return [...named];
}
