import { hash } from 'node:crypto';
import { canonicalJson } from '../../../lib/domain/compare/index.ts';
import type { Catalog } from '../catalog.ts';
import { unreadAt } from '../states/episode-states.ts';

/** Digits that name a step in a path, and steps that are named; what comes after is one name. */
export const STEP_DIGITS = 8;
const NAMED_STEPS = 512;

interface Head {
  readonly n: number;
  readonly scenario: string;
  readonly task_idx: number | null;
  readonly ended_at: number | null;
  readonly kept: string | null;
  readonly base_normalised: string;
  readonly final_answer: string | null;
  readonly verdict_answer: string | null;
}

interface Step {
  readonly seq: number;
  readonly kind: string;
  readonly tool_name: string | null;
  readonly arguments: string | null;
  readonly http_status: number | null;
  readonly db_after: string;
  readonly wrote: number;
  readonly problem: string | null;
  readonly normalised: string | null;
}

/** A run as far as queues order and merge by it. */
export interface RunPath {
  readonly n: number;
  readonly scenario: string;
  readonly taskIdx: number | null;
  /** On which it ended (UTC); null: it has not. */
  readonly day: string | null;
  /** A name of fixed length for each step, one after the other. */
  readonly path: string;
  /** Null where a state is not known: then it is not the same as any other run. */
  readonly identity: string | null;
  readonly recorded: boolean;
}

export interface RunPaths {
  /** Undefined: there is no such run. */
  of(run: string): RunPath | undefined;
}

export function runPaths({ raw }: Catalog): RunPaths {
  const head = raw.prepare<[string], Head>(
    `SELECT n, scenario, task_idx, ended_at, kept, base_normalised, final_answer,
       (SELECT final_answer FROM verdicts WHERE episode = e.n ORDER BY seq DESC, rowid DESC LIMIT 1) AS verdict_answer
     FROM episodes AS e WHERE id = ?`,
  );
  const steps = raw.prepare<[number], Step>(
    `SELECT seq, kind, tool_name, arguments, http_status, db_after, wrote, problem, normalised FROM steps
     WHERE episode = ? ORDER BY seq`,
  );
  return {
    of(run) {
      const found = head.get(run);
      if (found === undefined) return undefined;
      const names: string[] = [];
      let rest = '';
      let known = true;
      let looked: Step | undefined;
      for (const step of steps.iterate(found.n)) {
        if (step.wrote === 1 || step.problem !== null || step.kind === 'call_tool') looked = step;
        const state = unreadAt(looked) === undefined ? step.normalised : null;
        if (state === null && step.kind === 'call_tool') known = false;
        const name = nameOf(step, state);
        if (names.length < NAMED_STEPS) names.push(name.slice(0, STEP_DIGITS));
        else rest = digest([rest, name]);
      }
      const path = names.join('') + rest.slice(0, STEP_DIGITS);
      const whole = [found.base_normalised, path, rest, found.verdict_answer ?? found.final_answer];
      return {
        n: found.n,
        scenario: found.scenario,
        taskIdx: found.task_idx,
        day: found.ended_at === null ? null : new Date(found.ended_at).toISOString().slice(0, 10),
        path,
        identity: known && names.length > 0 ? digest(whole) : null,
        recorded: found.kept === null || found.kept === 'full',
      };
    },
  };
}

/** How many steps two paths have in common at their beginning. */
export function sharedSteps(a: string, b: string): number {
  let shared = 0;
  const limit = Math.min(a.length, b.length, NAMED_STEPS * STEP_DIGITS);
  while (
    (shared + 1) * STEP_DIGITS <= limit &&
    a.startsWith(b.slice(shared * STEP_DIGITS, (shared + 1) * STEP_DIGITS), shared * STEP_DIGITS)
  )
    shared += 1;
  return shared;
}

function nameOf(step: Step, state: string | null): string {
  const args = step.arguments === null ? null : canonicalJson(step.arguments);
  // A verify is answered with its verdict: what it says is no part of what the agent did.
  const status = step.kind === 'call_tool' ? step.http_status : null;
  return digest([step.kind, step.tool_name, args, status, state]);
}

function digest(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex');
}
