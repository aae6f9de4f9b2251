import { randomBytes } from 'node:crypto';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Fix, FixAttempt, PairAction } from '../../../lib/contracts/annotation/pairs.ts';
import type { Principal } from '../../../lib/contracts/people.ts';
import type { Evidence } from '../../engine/evidence/types.ts';
import type { Engine } from '../../engine/types.ts';
import { beginning } from '../../../lib/domain/beginning.ts';
import type { KeptFix, KeptProof } from '../../store/training/types.ts';
import type { EpisodeRecord, Store } from '../../store/types.ts';
import type { Blindness } from '../types.ts';
import type { FixAssignment, Fixes, FixWork } from './types.ts';

export interface FixesDeps {
  readonly store: Pick<Store, 'episode' | 'steps' | 'training' | 'verifiedWith'>;
  readonly engine: Pick<Engine, 'fork' | 'session'>;
  readonly evidence: Pick<Evidence, 'verdict'>;
  readonly work: FixWork;
  readonly blindness: Pick<Blindness, 'runOf'>;
}

/** Attempts of one item; each has an episode. */
const MAX_ATTEMPTS = 20;
const ARGUMENTS = 2_000;

export function createFixes(deps: FixesDeps): Fixes {
  const { store, engine, work, blindness } = deps;
  const shelf = store.training.fixes;
  /** Attempts that are being begun, by assignment. */
  const beginning = new Map<string, number>();

  const mine = (id: string, person: Principal): FixAssignment => {
    const found = work.assignment(id, person);
    if (found === undefined)
      throw new AppError(
        'not_found',
        'You have no such item of a fix queue; it may have gone to somebody else.',
      );
    return found;
  };
  const attemptOf = (fix: KeptFix): FixAttempt => {
    const record = store.episode(fix.fork);
    const session = engine.session(fix.session);
    return {
      id: fix.id,
      assignment: fix.assignment,
      session: record?.endedAtMs === null && session !== undefined ? fix.session : null,
      played: Math.max(0, (record?.steps ?? 0) - (record?.parent?.seq ?? 0)),
      state: stateOf(record),
      startedAtMs: fix.atMs,
      chosen: fix.chosen,
    };
  };

  return {
    queues: (project) => work.queues(project),
    async send({ run: named, seq, ...rest }) {
      const run = blindness.runOf(named, rest.by) ?? named;
      const record = store.episode(run);
      if (record === undefined)
        throw new AppError('not_found', 'There is no such run; it may have been deleted.');
      const [step] = store.steps(run, { from: seq, to: seq });
      if (step?.kind !== 'call_tool' && step?.kind !== 'verify' && step?.kind !== 'done')
        throw new AppError(
          'invalid_request',
          `seq: step ${String(seq)} is not something that was done; choose a call or the answer.`,
        );
      await work.send({ run, seq, ...rest });
    },
    async start(id, person, page, signal) {
      const assignment = mine(id, person);
      if (!assignment.open)
        throw new AppError(
          'conflict',
          'This item is not reserved for you any more; open it again from its queue.',
        );
      const others = beginning.get(id) ?? 0;
      if (shelf.ofAssignment(id).length + others >= MAX_ATTEMPTS)
        throw new AppError('conflict', `${String(MAX_ATTEMPTS)} attempts at one item are the limit.`);
      beginning.set(id, others + 1);
      const session = await engine
        .fork(
          { episodeId: assignment.run, seq: assignment.seq - 1 },
          { transport: 'web', baseline: true },
          signal,
        )
        .finally(() => {
          const left = (beginning.get(id) ?? 1) - 1;
          if (left > 0) beginning.set(id, left);
          else beginning.delete(id);
        });
      if (page !== null) session.control.admit(page);
      const fix = {
        id: randomBytes(16).toString('hex'),
        assignment: id,
        person: person.id,
        run: assignment.run,
        seq: assignment.seq,
        fork: session.info.recordId ?? '',
        session: session.id,
        atMs: Date.now(),
      };
      shelf.add(fix);
      return attemptOf({ ...fix, chosen: false, proof: null });
    },
    attempts: (id, person) => shelf.ofAssignment(mine(id, person).id).map(attemptOf),
    choose(id, attempt, person) {
      const assignment = mine(id, person);
      const fix = shelf.ofAssignment(assignment.id).find((each) => each.id === attempt);
      if (fix === undefined) throw new AppError('not_found', 'There is no such attempt at this item.');
      if (assignment.submittedAtMs !== null && fix.proof !== null)
        throw new AppError('conflict', 'This fix was certified already.');
      if (stateOf(store.episode(fix.fork)) !== 'played')
        throw new AppError('conflict', 'Play this attempt to its end first: finish with Done.');
      shelf.choose(fix.id);
      return attemptOf({ ...fix, chosen: true });
    },
    async list(project, signal) {
      const fixes: Fix[] = [];
      for (const fix of shelf.chosen()) {
        const assignment = work.find(fix.assignment);
        if (assignment === undefined || assignment.submittedAtMs === null) continue;
        if (project !== undefined && assignment.project !== project) continue;
        const proof = fix.proof ?? (await certify(deps, fix, signal));
        fixes.push(fixOf(deps, fix, assignment, proof));
      }
      return fixes;
    },
  };
}

function stateOf(record: EpisodeRecord | undefined): FixAttempt['state'] {
  if (record === undefined) return 'gone';
  if (record.endReason === null) return 'playing';
  return record.endReason === 'done' ? 'played' : 'gone';
}

/** What the task's code verifier says of the fork's end; kept where it could be asked. */
async function certify(
  { store, evidence }: FixesDeps,
  fix: KeptFix,
  signal: AbortSignal | undefined,
): Promise<KeptProof> {
  const record = store.episode(fix.fork);
  if (record === undefined) return failed('The fork was deleted before it was verified.');
  const done = (proof: KeptProof): KeptProof => {
    store.training.fixes.setProof(fix.id, proof);
    return proof;
  };
  try {
    const { verdict, verifierHash } = await evidence.verdict(fix.fork, record.steps, signal);
    return done({
      proof: verdict.verdict === 'complete' ? 'certified' : 'not_certified',
      verdict: verdict.verdict,
      verifierHash,
      message: null,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const none = error.code === 'not_found';
    const proof: KeptProof = { ...failed(error.message), proof: none ? 'no_verifier' : 'failed' };
    // What may come out otherwise when it is asked again is not kept.
    return none ? done(proof) : proof;
  }
}

function failed(message: string): KeptProof {
  return { proof: 'failed', verdict: null, verifierHash: null, message };
}

function fixOf(
  { store }: FixesDeps,
  fix: KeptFix,
  assignment: FixAssignment,
  { proof, verdict, verifierHash, message }: KeptProof,
): Fix {
  const record = store.episode(fix.fork);
  return {
    attempt: fix.id,
    queue: assignment.queue,
    project: assignment.project,
    item: assignment.item,
    scenario: record?.scenario ?? store.episode(fix.run)?.scenario ?? '',
    taskIdx: record?.taskIdx ?? null,
    run: fix.run,
    fork: fix.fork,
    seq: fix.seq,
    note: assignment.note,
    rejected: actionAt(store, fix.run, fix.seq),
    chosen: firstAction(store, fix.fork, record?.parent?.seq ?? fix.seq - 1),
    proof,
    verdict,
    verifierHash,
    message,
    person: assignment.person,
    by: assignment.name,
    submittedAtMs: assignment.submittedAtMs ?? 0,
  };
}

function actionAt(store: FixesDeps['store'], run: string, seq: number): PairAction | null {
  const [step] = store.steps(run, { from: seq, to: seq });
  if (step === undefined) return null;
  return {
    seq,
    kind: step.kind === 'call_tool' ? 'call' : 'end',
    toolName: step.toolName,
    argumentsJson: step.argumentsJson === null ? null : beginning(step.argumentsJson, ARGUMENTS),
    httpStatus: step.httpStatus,
  };
}

/** Listing tools does nothing. */
function firstAction(store: FixesDeps['store'], run: string, after: number): PairAction | null {
  const next = store
    .steps(run, { from: after + 1, to: after + 20 })
    .find(({ kind }) => kind === 'call_tool' || kind === 'verify' || kind === 'done');
  return next === undefined ? null : actionAt(store, run, next.seq);
}
