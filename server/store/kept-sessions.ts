import { z } from 'zod';
import { redactedJson } from '../../lib/domain/redact.ts';
import { parseLossless } from '../../lib/util/lossless-json.ts';
import type { Catalog } from './catalog.ts';
import type { SessionRow } from './schema.ts';
import type { KeptSession, SessionShelf } from './types.ts';

const RESET_BYTES = 256 * 1024;

const runningSchema = z.object({ seq: z.int(), toolName: z.string().nullable(), atMs: z.number() });
const controlSchema = z.object({ id: z.string(), number: z.int() });
const actorSchema = z.enum(['human', 'agent', 'unnamed client']);
const resetSchema = z.record(z.string(), z.unknown());

/** People's sessions in the catalog. Writing never throws: a session that cannot be written down ends with the server. */
export class KeptSessions implements SessionShelf {
  readonly #catalog: Catalog;
  readonly #onProblem: (message: string, error: unknown) => void;

  constructor(catalog: Catalog, onProblem: (message: string, error: unknown) => void) {
    this.#catalog = catalog;
    this.#onProblem = onProblem;
  }

  all(): readonly KeptSession[] {
    const query = this.#catalog.query.selectFrom('sessions').selectAll().orderBy('used_at', 'desc');
    return this.#catalog.all(query).flatMap((row) => {
      try {
        return [keptSession(row)];
      } catch (error) {
        this.#onProblem('a session that was kept cannot be read', error);
        this.drop(row.id);
        return [];
      }
    });
  }

  put(session: KeptSession): boolean {
    const row = sessionRow(session);
    return this.#try(() => {
      const { query } = this.#catalog;
      this.#catalog.run(
        query
          .insertInto('sessions')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
      );
    });
  }

  drop(id: string): void {
    this.#try(() => this.#catalog.run(this.#catalog.query.deleteFrom('sessions').where('id', '=', id)));
  }

  #try(write: () => void): boolean {
    try {
      write();
      return true;
    } catch (error) {
      this.#onProblem('a session could not be written down; it may not outlive the server', error);
      return false;
    }
  }
}

function sessionRow(session: KeptSession): SessionRow {
  return {
    id: session.id,
    actor: session.actor,
    transport: session.transport,
    created_at: session.createdAtMs,
    used_at: session.usedAtMs,
    episode: session.episodeId,
    reset: redactedJson(session.reset, RESET_BYTES) ?? '{}',
    running: session.running === null ? null : JSON.stringify(session.running),
    control: session.control === null ? null : JSON.stringify(session.control),
  };
}

function keptSession(row: SessionRow): KeptSession {
  return {
    id: row.id,
    actor: actorSchema.parse(row.actor),
    transport: row.transport,
    createdAtMs: row.created_at,
    usedAtMs: row.used_at,
    episodeId: row.episode,
    reset: resetSchema.parse(parseLossless(row.reset)),
    running: row.running === null ? null : runningSchema.parse(JSON.parse(row.running)),
    control: row.control === null ? null : controlSchema.parse(JSON.parse(row.control)),
  };
}
