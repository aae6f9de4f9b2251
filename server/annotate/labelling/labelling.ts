import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Principal } from '../../../lib/contracts/people.ts';
import type { LabelOutcome } from '../../../lib/contracts/runs.ts';
import { checkLabel } from '../../../lib/domain/labels/index.ts';
import { sharedPrefix, type SharedPrefix } from '../../../lib/domain/pairs/index.ts';
import type { AnnotationShelf, KeptAssignment, KeptQueue, Versions } from '../../store/annotation/types.ts';
import type { Store } from '../../store/types.ts';
import { againstGold } from './against-gold.ts';
import { viewAssignment } from './assignment-view.ts';
import { BlindRunShelf, type BlindRunsDeps } from './blind-runs.ts';
import { keptDocuments } from './kept-documents.ts';
import type { Looks } from '../looks.ts';
import { meansOf } from './means.ts';
import { onboardingState } from './onboarding.ts';
import { conflictInOrder, inOrder, otherSide } from './seen-order.ts';
import type {
  Feedback,
  Labelling,
  MyQueue,
  MySubmission,
  Next,
  NoItem,
  ProjectReader,
  Save,
} from './types.ts';

export interface LabellingDeps {
  readonly store: BlindRunsDeps['store'] & Pick<Store, 'annotation' | 'branches'>;
  readonly messages: BlindRunsDeps['messages'];
  readonly projects: ProjectReader;
  readonly looks: Looks;
}

/** Row counts of an item that nobody looks at yet, or that is opened, may take this long; after submitting nobody waits. */
const COUNTS_MS = 400;

/** Where two runs part may take this long to be found. */
const PREFIX_MS = 2_000;

const NONE: Readonly<Record<NoItem['why'], string>> = {
  empty:
    'Nothing is in this queue yet. Items come when its lead adds runs, or when the queue fills itself: look again later.',
  not_yours:
    'What this queue has is labelled already, or is meant for others. Ask its lead if you expected an item.',
  done: 'You have labelled or skipped everything that this queue has for you.',
  all_reserved: 'What is left is with others. It comes back if they skip it or their time runs out.',
  limit: 'You have given as many labels as one person may in this queue. Ask its lead if you want more.',
  paused: 'This queue is paused. Nothing of yours is lost; ask its lead when it goes on.',
  closed: 'This queue is closed. What you submitted stays in “my submitted”.',
  onboarding_first: 'Pass the onboarding queue of this project first.',
  onboarding_failed:
    'Too many of your onboarding labels differ from the known answers. Talk to the lead, who can let you try again.',
};

export function createLabelling(deps: LabellingDeps): Labelling & AsyncDisposable {
  return new LabellingDesk(deps);
}

class LabellingDesk implements Labelling, AsyncDisposable {
  readonly #shelf: AnnotationShelf;
  readonly #deps: LabellingDeps;
  readonly blindRuns: BlindRunShelf;

  constructor(deps: LabellingDeps) {
    this.#deps = { ...deps, projects: keptDocuments(deps.projects) };
    this.#shelf = deps.store.annotation;
    this.blindRuns = new BlindRunShelf(deps);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.blindRuns[Symbol.asyncDispose]();
  }

  myQueues(who: Principal): MyQueue[] {
    return this.#shelf
      .queues()
      .filter((queue) => this.#isMine(queue, who) && this.#project(queue) !== undefined)
      .map((queue) => {
        const counts = this.#shelf.myCounts(queue, who.id);
        const state =
          queue.kind === 'onboarding' ? onboardingState(this.#shelf, queue, who.id).state : 'none';
        return {
          id: queue.id,
          name: queue.name,
          kind: queue.kind,
          state: queue.state,
          project: { id: queue.project, name: this.#project(queue)?.name ?? '' },
          submitted: counts.submitted,
          skipped: counts.skipped,
          returned: counts.returned,
          left: queue.source === null && counts.left !== null ? counts.left + counts.reserved : null,
          onboarding: state,
        };
      });
  }

  async next(id: string, who: Principal, after: string | null): Promise<Next> {
    const queue = this.#mine(id, who);
    // Without accounts nobody is an annotator by role: who takes an item becomes one of its queue, and blind to the rest of it.
    if (!who.roles.includes('annotator') && !this.#shelf.isMember(queue, who.id))
      this.#shelf.changeMembers(queue, [who], []);
    return this.#next(queue, who, after, COUNTS_MS);
  }

  mine(id: string, who: Principal, page: { readonly offset: number; readonly limit: number }) {
    const { items, total } = this.#shelf.mine(this.#mine(id, who), who.id, page);
    return { items: items.map((each) => this.#mySubmission(each)), total };
  }

  async assignment(id: string, who: Principal) {
    return this.#view(this.#shelf.assignment(id, who.id), COUNTS_MS);
  }

  saveDraft(id: string, who: Principal, save: Save) {
    const mine = this.#shelf.assignment(id, who.id);
    const kept = { ...save, doc: inOrder(mine, save.doc) };
    const saved = conflictInOrder(mine, () => this.#shelf.saveDraft(id, who.id, kept));
    return {
      draft: { revision: saved.revision, doc: save.doc, savedAtMs: saved.savedAtMs },
      ...reservation(saved),
    };
  }

  renew(id: string, who: Principal) {
    return reservation(this.#shelf.renew(id, who.id));
  }

  async submit(id: string, who: Principal, save: Save & { readonly key: string }) {
    const mine = this.#shelf.assignment(id, who.id);
    const known = this.#shelf.submittedBy(id, who.id, save.key);
    const doc = inOrder(mine, save.doc);
    if (known === undefined) this.#check(mine, doc);
    const means = meansOf(this.#deps.projects, mine, doc);
    const submitted =
      known ??
      conflictInOrder(mine, () =>
        this.#shelf.submit(id, who.id, { ...save, doc, means, mayHaveLooked: this.#mayHaveLooked(mine) }),
      );
    const { queue } = submitted.assignment;
    return {
      submission: { id: submitted.id, version: submitted.version, atMs: submitted.atMs },
      next: await this.#next(queue, who, null, 0),
      feedback: this.#feedback(submitted.assignment, save.doc),
    };
  }

  async skip(id: string, who: Principal, reason: string): Promise<Next> {
    const { queue } = this.#shelf.skip(id, who.id, reason);
    return this.#next(queue, who, null, 0);
  }

  async reopen(id: string, who: Principal) {
    return this.#view(this.#shelf.reopen(id, who.id), COUNTS_MS);
  }

  async undoSubmit(id: string, who: Principal) {
    const means = (doc: LabelDoc): LabelOutcome | null =>
      meansOf(this.#deps.projects, this.#shelf.assignment(id, who.id), doc);
    return this.#view(this.#shelf.undoSubmit(id, who.id, means), COUNTS_MS);
  }

  reveal(id: string, who: Principal) {
    const mine = this.#shelf.reveal(id, who.id);
    const { item, sidesSwapped } = mine;
    const [run, otherRun] = sidesSwapped ? [item.otherRun ?? '', item.run] : [item.run, item.otherRun];
    return {
      ...this.#revealed(run),
      other: otherRun === null ? null : this.#revealed(otherRun),
      labels: this.#shelf.othersOutcomes(mine).map(({ outcome, preference }) => ({
        outcome,
        preference: sidesSwapped ? otherSide(preference) : preference,
      })),
      atMs: mine.revealedAtMs ?? Date.now(),
    };
  }

  #revealed(run: string) {
    const episode = this.#deps.store.episode(run);
    return {
      verdict: episode?.verdict ?? null,
      reward: episode?.reward ?? null,
      actor: episode?.actor ?? 'unnamed client',
      policy: episode?.run.policy ?? null,
    };
  }

  addComment(id: string, who: Principal, comment: Parameters<Labelling['addComment']>[2]) {
    const { anchor } = comment;
    const { run, otherRun } = this.#shelf.assignment(id, who.id).item;
    const steps = [run, ...(otherRun === null ? [] : [otherRun])].flatMap((each) =>
      this.blindRuns.steps(each),
    );
    if (anchor.on !== 'run' && !steps.some(({ seq }) => seq === anchor.seq))
      throw new AppError('invalid_request', `anchor.seq: the run has no step ${String(anchor.seq)}.`);
    return this.#shelf.addComment(id, who, comment);
  }

  removeComment(id: string, who: Principal, comment: string): void {
    this.#shelf.removeComment(id, who.id, comment);
  }

  async #next(queue: KeptQueue, who: Principal, after: string | null, waitMs: number): Promise<Next> {
    const why = this.#closedFor(queue, who);
    if (why === 'closed') {
      // Nothing more is given out; what somebody holds they may end.
      const held = this.#shelf.held(queue, who.id, after);
      if (held !== undefined) return { assignment: await this.#view(held, waitMs), none: null };
    }
    if (why !== undefined) return none(why);
    const picked = this.#shelf.next(queue, who, this.#versions(queue), after);
    if (picked.kind === 'none') return none(picked.why);
    return { assignment: await this.#view(picked.assignment, waitMs), none: null };
  }

  #closedFor(queue: KeptQueue, who: Principal): NoItem['why'] | undefined {
    if (queue.state !== 'open') return queue.state;
    const project = this.#project(queue);
    if (project === undefined || project.archivedAtMs !== null) return 'closed';
    if (queue.kind === 'onboarding')
      return onboardingState(this.#shelf, queue, who.id).state === 'failed' ? 'onboarding_failed' : undefined;
    if (queue.onboarding === null) return undefined;
    switch (onboardingState(this.#shelf, this.#shelf.queue(queue.onboarding), who.id).state) {
      case 'passed':
        return undefined;
      case 'failed':
        return 'onboarding_failed';
      case 'to_do':
        return 'onboarding_first';
    }
  }

  /** @throws AppError invalid_request with `details.problems` */
  #check(mine: KeptAssignment, doc: LabelDoc): void {
    const { doc: schema } = this.#deps.projects.schema(mine.queue.project, mine.schemaVersion);
    const { run, otherRun } = mine.item;
    const steps = [
      ...this.blindRuns.steps(run),
      ...(otherRun === null ? [] : this.blindRuns.steps(otherRun)),
    ];
    const problems = checkLabel(doc, schema, steps, otherRun === null ? 'run' : 'pair');
    const [first] = problems;
    if (first === undefined) return;
    const more = problems.length === 1 ? '' : ` (and ${String(problems.length - 1)} more)`;
    throw new AppError('invalid_request', `${first.row}: ${first.message}${more}.`, {
      details: { problems: [...problems] },
    });
  }

  #feedback(mine: KeptAssignment, doc: LabelDoc): Feedback | null {
    const { queue, item } = mine;
    if (queue.kind !== 'onboarding' || item.gold === null) return null;
    const differences = againstGold(doc, inOrder(mine, item.gold));
    const { right, done, total } = onboardingState(this.#shelf, queue, mine.person);
    return {
      right: differences.length === 0,
      differences,
      why: item.goldWhy,
      score: { right, done, total, passMark: queue.settings.passMark },
    };
  }

  #mySubmission(mine: KeptAssignment): MySubmission {
    // Of what was submitted, that and not what was drafted on it since.
    const last = mine.version === 0 ? undefined : this.#shelf.versions(mine).at(-1);
    const doc = last?.doc ?? mine.draft;
    return {
      assignment: mine.id,
      index: mine.number,
      scenario: mine.item.scenario,
      taskIdx: mine.item.taskIdx,
      state: mine.state,
      outcome: mine.state === 'skipped' ? null : (doc?.outcome ?? null),
      preference: mine.state === 'skipped' || doc === null ? null : inOrder(mine, doc).preference,
      flagged: doc?.flagged ?? false,
      skipReason: mine.skipReason,
      atMs: mine.changedAtMs,
      versions: mine.version,
      editableUntilMs: mine.editableUntilMs,
    };
  }

  /** Once submitted, the run was hidden from its author no more; a reviewer's note and what is right after an item of onboarding tell of it too. */
  #mayHaveLooked(mine: KeptAssignment): boolean {
    const submittedAtMs = this.#shelf.firstSubmittedAt(mine);
    if (submittedAtMs === null) return false;
    if (mine.returned !== null || mine.queue.kind === 'onboarding') return true;
    return this.#deps.looks.mayHaveLooked(mine.person, submittedAtMs);
  }

  #view(mine: KeptAssignment, waitMs: number) {
    const { projects } = this.#deps;
    const parts = {
      shelf: this.#shelf,
      projects,
      runs: this.blindRuns,
      mayHaveLooked: (each: KeptAssignment) => this.#mayHaveLooked(each),
      sharedPrefix: (run: string, otherRun: string) => this.#sharedPrefix(run, otherRun),
    };
    return viewAssignment(parts, mine, waitMs);
  }

  /** What helps reading alone does not hold up an item. */
  async #sharedPrefix(run: string, otherRun: string): Promise<SharedPrefix | null> {
    const paths = await this.#deps.store.branches
      .paths([run, otherRun], AbortSignal.timeout(PREFIX_MS))
      .catch(() => []);
    const [a, b] = [run, otherRun].map((id) => paths.find((path) => path.id === id));
    return a === undefined || b === undefined ? null : sharedPrefix(a, b);
  }

  #versions(queue: KeptQueue): Versions {
    const project = this.#project(queue);
    if (project === undefined) throw new AppError('not_found', 'The project of this queue is gone.');
    return { schema: project.schemaVersion, guidelines: project.guidelinesVersion };
  }

  #project(queue: KeptQueue) {
    return this.#deps.projects.find(queue.project);
  }

  #isMine(queue: KeptQueue, who: Principal): boolean {
    return (queue.everyone && isAnnotator(who)) || this.#shelf.isMember(queue, who.id);
  }

  /** @throws AppError not_found: for who is no member a queue is not there */
  #mine(id: string, who: Principal): KeptQueue {
    const queue = this.#shelf.queue(id);
    if (!this.#isMine(queue, who))
      throw new AppError('not_found', 'There is no such queue for you. Ask its lead to make you a member.');
    return queue;
  }
}

/** Queues that are open to all are for those with the role; without accounts for everybody. */
function isAnnotator({ roles, via }: Pick<Principal, 'roles' | 'via'>): boolean {
  return roles.includes('annotator') || via === 'local';
}

function reservation({ state, reservedUntilMs }: KeptAssignment) {
  return { state, reservedUntilMs: state === 'reserved' ? reservedUntilMs : null, nowMs: Date.now() };
}

function none(why: NoItem['why']): Next {
  return { assignment: null, none: { why, message: NONE[why] } };
}
