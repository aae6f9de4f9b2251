import { z } from 'zod';
import { fixProofSchema } from '../../../lib/contracts/annotation/pairs.ts';
import type { Catalog } from '../catalog.ts';
import type { FixShelf, KeptFix } from './types.ts';

interface Row {
  readonly id: string;
  readonly assignment: string;
  readonly person: string;
  readonly run: string;
  readonly seq: number;
  readonly fork: string;
  readonly session: string;
  readonly at: number;
  readonly chosen: number;
  readonly proof: string | null;
}

const proofSchema = z.object({
  proof: fixProofSchema,
  verdict: z.string().nullable(),
  verifierHash: z.string().nullable(),
  message: z.string().nullable(),
});

export function createFixShelf({ raw }: Catalog, write: <T>(work: () => T) => T): FixShelf {
  const insert = raw.prepare(
    `INSERT INTO fix_attempts (id, assignment, person, run, seq, fork, session, at)
     VALUES (@id, @assignment, @person, @run, @seq, @fork, @session, @atMs)`,
  );
  const ofAssignment = raw.prepare<[string], Row>(
    'SELECT * FROM fix_attempts WHERE assignment = ? ORDER BY n',
  );
  const chosen = raw.prepare<[], Row>('SELECT * FROM fix_attempts WHERE chosen = 1 ORDER BY n DESC');
  return {
    add(fix) {
      write(() => insert.run({ ...fix }));
    },
    ofAssignment: (assignment) => ofAssignment.all(assignment).map(kept),
    chosen: () => chosen.all().map(kept),
    choose(id) {
      write(() =>
        raw
          .prepare(
            `UPDATE fix_attempts SET chosen = (id = @id)
             WHERE assignment = (SELECT assignment FROM fix_attempts WHERE id = @id)`,
          )
          .run({ id }),
      );
    },
    setProof(id, proof) {
      write(() =>
        raw.prepare('UPDATE fix_attempts SET proof = ? WHERE id = ?').run(JSON.stringify(proof), id),
      );
    },
  };
}

function kept({ at, chosen, proof, ...row }: Row): KeptFix {
  return {
    ...row,
    atMs: at,
    chosen: chosen === 1,
    proof: proof === null ? null : proofSchema.parse(JSON.parse(proof)),
  };
}
