import { AppError } from '../../../lib/contracts/errors.ts';
import { createVerifier } from '../../dataset/index.ts';
import type { Verifier } from '../../dataset/types.ts';
import type { VerifierPlace } from '../../store/types.ts';
import type { JobSubject } from '../jobs/index.ts';
import { AnsweredStates } from '../evidence/answered-states.ts';
import { EpisodeFiles } from '../evidence/episode-files.ts';
import { StateFiles } from '../evidence/state-files.ts';
import { VerdictRuns } from '../evidence/verdict-runs.ts';
import { CodeCells, type CellRuns } from './cell-runs.ts';
import { checkDraft } from './check-draft.ts';
import { corrections } from './corrections.ts';
import { gatherRuns, taskRuns } from './gather-runs.ts';
import { packPatch } from './pack-patch.ts';
import { reverify } from './reverify.ts';
import { SqlCells } from './sql-cells.ts';
import { TaskVersions, type Shelved } from './task-versions.ts';
import { TryRun } from './try-run.ts';
import type { Draft, TryQuestion, Workbench, WorkbenchDeps } from './types.ts';

/** Tries whose rows are still told. */
const KEPT_TRIES = 12;

interface KeptTry {
  readonly run: TryRun;
  readonly shelved: Shelved;
}

/** Starts nothing until it is asked. */
export function createWorkbench(deps: WorkbenchDeps): Workbench {
  const stateFiles = new StateFiles(deps.filesDir);
  const files = new EpisodeFiles(deps.store, stateFiles);
  const answers = new AnsweredStates(deps.store);
  const runs = new VerdictRuns(deps, files, answers);
  const versions = new TaskVersions(deps);
  const tries = new Map<string, KeptTry>();

  const kept = (id: string): KeptTry => {
    const found = tries.get(id);
    if (found === undefined)
      throw new AppError('not_found', 'This try is not kept any more; run the draft again.');
    return found;
  };

  const refuseDrafts = (): void => {
    // Whoever writes a draft is not the pack's author.
    const refusal = deps.refuse?.({ trusted: false });
    if (refusal !== undefined)
      throw new AppError('sandbox_weak', `Drafts do not run here: the sandbox is too weak for this bind.`);
  };

  const cellsOf = (verifier: Verifier, judge: boolean): CellRuns =>
    verifier.mode === 'code'
      ? new CodeCells(verifier, runs, deps.verifierTimeoutMs)
      : new SqlCells(verifier, { deps, files, answers }, judge);

  const startReverify = (title: string, about: JobSubject, ids: () => Promise<readonly string[]>) =>
    deps.jobs.start({
      kind: 'reverify',
      title,
      about,
      work: async (progress) => reverify({ deps, runs, answers }, await ids(), progress),
    });

  /** The task's runs get today's word; null where many jobs wait: they keep the old one. */
  const regrade = ({ place }: Shelved): string | null => {
    if (place.mode !== 'code') return null;
    const title = `Verify the runs of ${place.scenario}, task ${String(place.taskIdx)}, with the verifier now in use`;
    try {
      return startReverify(title, aboutTask(place), async () =>
        (await taskRuns(deps.store.verifiers, place, null)).filter(({ ended }) => ended).map(({ id }) => id),
      ).id;
    } catch (error) {
      if (error instanceof AppError && error.code === 'capacity_reached') return null;
      throw error;
    }
  };

  const startTry = (shelved: Shelved, question: TryQuestion) => {
    const { place } = shelved;
    const before = versions.verifierOf(shelved, question.before);
    const after = createVerifier(question.mode, question.code, shelved.own);
    const ids = question.target === undefined ? null : deps.runs.resolve(question.target);
    const first = question.run ?? null;
    const apart = question.judge && question.mode === 'sql';
    const beside = cellsOf(before, false);
    const run = new TryRun({
      before: Object.assign(beside, { version: question.before }),
      after: cellsOf(after, question.judge),
      isSql: question.mode === 'sql',
      gather: (signal) => gatherRuns(deps, answers, place, { ids, first, apart }, signal),
      looks: () => deps.store.verifiers.looks(place.scenario, place.taskIdx),
    });
    const title = `Try a verifier of ${place.scenario}, task ${String(place.taskIdx)}`;
    const job = deps.jobs.start({
      kind: 'try_verifier',
      title,
      about: aboutTask(place),
      work: (progress) => run.work(progress),
    });
    tries.set(job.id, { run, shelved });
    const [oldest] = tries.keys();
    if (tries.size > KEPT_TRIES && oldest !== undefined) tries.delete(oldest);
    return job;
  };

  const compiles = async (draft: Draft): Promise<void> => {
    const { ok, message, line } = await checkDraft(deps, draft);
    if (ok) return;
    const where = line === null ? '' : `Line ${String(line)}: `;
    throw new AppError('invalid_request', `${where}${message ?? 'The verifier cannot be loaded.'}`, {
      details: { line },
    });
  };

  return {
    list: (signal) => versions.list(signal),
    task: async (task, mode) => versions.describe(await versions.open(task, mode)),
    async code(task, mode, version) {
      const { code, hash } = versions.verifierOf(await versions.open(task, mode), version);
      return { version, hash, code };
    },
    async save(task, draft, by) {
      refuseDrafts();
      await versions.open(task, draft.mode);
      await compiles(draft);
      // Somebody may have saved one while it was compiled.
      const shelved = await versions.open(task, draft.mode);
      const saved = versions.keep(shelved, draft, { by, note: draft.note });
      const after = await versions.open(task, draft.mode);
      if (draft.use) versions.use(after, saved, by);
      return { saved, verifier: versions.describe(after), job: draft.use ? regrade(after) : null };
    },
    async use(task, { mode, version }, by) {
      const shelved = await versions.open(task, mode);
      versions.use(shelved, version, by);
      return { verifier: versions.describe(await versions.open(task, mode)), job: regrade(shelved) };
    },
    async check(task, draft, signal) {
      refuseDrafts();
      await versions.open(task, draft.mode);
      return checkDraft(deps, draft, signal);
    },
    async try(task, question) {
      refuseDrafts();
      const shelved = await versions.open(task, question.mode);
      const { judge } = deps;
      if (question.judge && (judge.baseUrl === '' || judge.model === ''))
        throw new AppError(
          'invalid_request',
          'This server has no judge: start it with --llm-base-url and --llm-model.',
        );
      await compiles(question);
      return startTry(shelved, question);
    },
    taskOf(id) {
      const { scenario, taskIdx } = kept(id).shelved.place;
      return { key: scenario, taskIdx };
    },
    rows(id, after) {
      const { run } = kept(id);
      return run.rows(after, jobOf(deps, id));
    },
    detail: (id, run, of, signal) => kept(id).run.detail(run, of, signal),
    lookAtHeldOut(id) {
      const { run, shelved } = kept(id);
      deps.store.verifiers.addLook(shelved.place.scenario, shelved.place.taskIdx);
      run.uncover();
      return run.summary(jobOf(deps, id));
    },
    corrections(id, format) {
      const { run, shelved } = kept(id);
      const fileName = `corrections-${shelved.place.scenario}-${String(shelved.place.taskIdx)}.${format}`;
      return { text: corrections(run.entries, run.parts, format), fileName };
    },
    async patch(task, draft) {
      const { own, place } = await versions.open(task, draft.mode);
      const file = await deps.dataset.verifierFile(place.scenario, place.taskIdx, place.mode);
      if (file === undefined) throw new AppError('not_found', 'The pack has no such verifier any more.');
      const name = `${place.scenario}-task-${String(place.taskIdx)}-verify_${place.mode}`;
      return packPatch(name, file, own, createVerifier(draft.mode, draft.code, own));
    },
    reverify(target) {
      const ids = deps.runs.resolve(target);
      const title = `Verify ${String(ids.length)} ${ids.length === 1 ? 'run' : 'runs'} with today’s verifiers`;
      return startReverify(title, { kind: 'runs', ids }, () => Promise.resolve(ids));
    },
    [Symbol.asyncDispose]: () => stateFiles[Symbol.asyncDispose](),
  };
}

function aboutTask({ scenario, taskIdx }: VerifierPlace): JobSubject {
  return { kind: 'task', scenario, taskIdx };
}

/** A try outlives what the queue remembers of its job. */
function jobOf({ jobs }: WorkbenchDeps, id: string) {
  try {
    return jobs.get(id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      return { state: 'done' as const, error: null };
    throw error;
  }
}
