import type { LabelOutcome } from '../../../lib/contracts/runs.ts';
import type { VerifierMode } from '../../../lib/contracts/workbench.ts';
import type { Catalog } from '../catalog.ts';

/** What verifiers said of a run's end. */
export interface RunVerdicts {
  readonly run: string;
  readonly scenario: string;
  readonly taskIdx: number;
  /** Said last: by a verify of the run, or of its end when all runs were verified anew (then `verifier` is null). */
  readonly verdict: string | null;
  readonly verifier: string | null;
  /** By a verifier's hash. */
  readonly byVersion: ReadonlyMap<string, string>;
  /** People's word in the library, outside of queues: null where none or not one. */
  readonly quick: LabelOutcome | null;
}

export interface VerdictsOfRuns {
  verdicts(runs: readonly string[], mode: VerifierMode): readonly RunVerdicts[];
}

interface Row {
  readonly n: number;
  readonly run: string;
  readonly scenario: string;
  readonly taskIdx: number;
  readonly regraded: string | null;
  readonly quick: LabelOutcome | null;
  readonly words: number;
}

interface Said {
  readonly n: number;
  readonly hash: string;
  readonly verdict: string;
}

/** Ids and numbers go in as JSON: a query takes 32,766 parameters. */
const RUNS = `
SELECT e.n, e.id AS run, e.scenario, e.task_idx AS taskIdx, f.regraded,
  (SELECT min(outcome) FROM labels WHERE episode = e.n AND source = 'library') AS quick,
  (SELECT count(DISTINCT outcome = 'complete') FROM labels WHERE episode = e.n AND source = 'library') AS words
FROM json_each(?) AS wanted JOIN episodes AS e ON e.id = wanted.value
LEFT JOIN run_facts AS f ON f.episode = e.n WHERE e.task_idx IS NOT NULL`;

const GIVEN = `
SELECT v.episode AS n, v.verifier_hash AS hash, v.reward_type AS verdict
FROM json_each(?) AS wanted JOIN verdicts AS v ON v.episode = wanted.value
WHERE v.mode = ? ORDER BY v.episode, v.seq, v.rowid`;

/** Of versions that are kept, where they were tried on the run's end. */
const TRIED = `
SELECT e.n, w.hash, s.verdict FROM json_each(?) AS wanted JOIN episodes AS e ON e.n = wanted.value
JOIN verifier_versions AS w ON w.scenario = e.scenario AND w.task_idx = e.task_idx AND w.mode = ?
JOIN state_verdicts AS s ON s.verifier_hash = w.hash AND s.initial_hash = e.seed_hash AND s.final_hash = e.final_hash
  AND s.answer = coalesce(e.final_answer, '')
ORDER BY s.n`;

export function createVerdictsOfRuns({ raw }: Catalog): VerdictsOfRuns {
  const runs = raw.prepare<[string], Row>(RUNS);
  const given = raw.prepare<[string, string], Said>(GIVEN);
  const tried = raw.prepare<[string, string], Said>(TRIED);
  return {
    verdicts(ids, mode) {
      const rows = runs.all(JSON.stringify(ids));
      const numbers = JSON.stringify(rows.map(({ n }) => n));
      const versions = new Map<number, Map<string, string>>();
      const last = new Map<number, Said>();
      for (const said of tried.all(numbers, mode)) put(versions, said);
      for (const said of given.all(numbers, mode)) {
        put(versions, said);
        last.set(said.n, said);
      }
      return rows.map(({ n, regraded, quick, words, ...row }) => {
        const said = last.get(n);
        // Looks over all runs are of code verifiers.
        const again = mode === 'code' ? regraded : null;
        return {
          ...row,
          verdict: again ?? said?.verdict ?? null,
          verifier: again === null || again === said?.verdict ? (said?.hash ?? null) : null,
          byVersion: versions.get(n) ?? new Map<string, string>(),
          quick: words === 1 ? quick : null,
        };
      });
    },
  };
}

function put(versions: Map<number, Map<string, string>>, { n, hash, verdict }: Said): void {
  const known = versions.get(n);
  if (known === undefined) versions.set(n, new Map([[hash, verdict]]));
  else known.set(hash, verdict);
}
