import type {
  PairsAdded,
  QueueDetail,
  QueueItem,
  QueueSummary,
} from '../../../lib/contracts/annotation/queue-admin.ts';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { PairSource, QueueSource } from '../../../lib/contracts/annotation/queues.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Principal } from '../../../lib/contracts/people.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import { problemsOf } from '../../../lib/domain/filter-query/index.ts';
import { parseRunFilter, problemText } from '../../../lib/domain/run-filter/index.ts';
import { checkLabel } from '../../../lib/domain/labels/index.ts';
import type {
  AddOptions,
  AnnotationShelf,
  ItemFilter,
  KeptQueue,
  NewItem,
  QueueChange,
} from '../../store/annotation/types.ts';
import type { Store } from '../../store/types.ts';
import { meansOf, onboardingState, type ProjectReader } from '../labelling/index.ts';
import { Filler } from './filler.ts';
import { pairItems } from './pair-items.ts';
import { labelsToGiveAgain } from './relabel.ts';
import type { Member, NewPairQueue, NewQueueInput, QueueChangeInput, QueueDesk } from './types.ts';

export interface QueueDeskDeps {
  readonly store: Pick<Store, 'annotation' | 'runs' | 'steps' | 'training'>;
  readonly projects: ProjectReader;
  readonly onProblem: (message: string, error: unknown) => void;
}

type Page = Parameters<QueueDesk['items']>[2];
type Asked<K extends 'preview' | 'addRuns'> = Parameters<QueueDesk[K]>[K extends 'preview' ? 0 : 1];
type Relabel = Parameters<QueueDesk['relabel']>[1];

/** `start` lets queues fill themselves. */
export function createQueueDesk(deps: QueueDeskDeps): QueueDesk & AsyncDisposable & { start(): void } {
  return new Desk(deps);
}

class Desk implements QueueDesk, AsyncDisposable {
  readonly #deps: QueueDeskDeps;
  readonly #shelf: AnnotationShelf;
  readonly #filler: Filler;
  readonly #meansOf: AddOptions['meansOf'];

  constructor(deps: QueueDeskDeps) {
    this.#deps = deps;
    this.#shelf = deps.store.annotation;
    this.#meansOf = (assignment, doc) => meansOf(deps.projects, assignment, doc);
    this.#filler = new Filler({ ...deps, meansOf: this.#meansOf });
  }

  start(): void {
    this.#filler.start();
  }

  filled(): Promise<void> {
    return this.#filler.fill();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#filler[Symbol.asyncDispose]();
  }

  async create(input: NewQueueInput, by: Principal, signal?: AbortSignal): Promise<QueueDetail> {
    const { project, name, kind, source, settings, everyone, onboarding } = input;
    if (this.#deps.projects.find(project) === undefined)
      throw new AppError('not_found', 'There is no such project.');
    if (source !== null && (kind === 'preference' || kind === 'fix'))
      throw new AppError(
        'invalid_request',
        kind === 'fix'
          ? 'A queue of fixes is not filled with runs: make it empty, and send it steps that went wrong.'
          : 'A queue of preferences is filled with pairs, not with single runs: POST /api/annotation/pair-queues takes a pair set, or runs of one task.',
      );
    if (kind === 'preference') this.#checkPreference(project);
    this.#checkOnboarding(project, kind, onboarding);
    checkFilter(source);
    // Looked up before the queue is made: a selection that is gone makes none.
    const runs = source?.from === 'runs' ? this.#deps.store.runs.resolve(source.target) : [];
    const view = source?.from === 'view' ? source : null;
    signal?.throwIfAborted();
    const queue = this.#shelf.addQueue(
      { project, name, kind, source: view, settings, everyone, onboarding, relabels: null },
      by,
    );
    this.#shelf.changeMembers(queue, input.members.map(asWho), []);
    if (runs.length > 0)
      await this.#add(
        queue,
        runs.map((run) => ({ run })),
        {},
      );
    if (view !== null) await this.#filler.fill();
    return this.get(queue.id);
  }

  list(project?: string): QueueSummary[] {
    return this.#shelf.queues(project).map((queue) => this.#summary(queue));
  }

  get(id: string): QueueDetail {
    const queue = this.#shelf.queue(id);
    const people = this.#shelf.people(queue).map((person) => ({
      ...person,
      onboarding: queue.kind === 'onboarding' ? onboardingState(this.#shelf, queue, person.person) : null,
    }));
    return { ...this.#summary(queue), people };
  }

  find(id: string) {
    return this.#shelf.queues().find((queue) => queue.id === id);
  }

  async change(id: string, change: QueueChangeInput, signal?: AbortSignal): Promise<QueueDetail> {
    const queue = this.#shelf.queue(id);
    const { name, state, everyone, onboarding, source } = change;
    if (onboarding !== undefined) this.#checkOnboarding(queue.project, queue.kind, onboarding);
    if (source?.from === 'runs')
      throw new AppError('invalid_request', 'Add runs to the queue; only a view can become its source.');
    checkFilter(source ?? null);
    const settings = { ...queue.settings, ...withoutUndefined(change.settings ?? {}) };
    const to: QueueChange = {
      ...(name !== undefined && { name }),
      ...(state !== undefined && { state }),
      ...(everyone !== undefined && { everyone }),
      ...(onboarding !== undefined && { onboarding }),
      ...(source !== undefined && { source, filledTo: 0 }),
      ...(change.settings !== undefined && { settings }),
    };
    const changed = this.#shelf.changeQueue(id, to);
    if (settings.ordering !== queue.settings.ordering || settings.seed !== queue.settings.seed)
      await this.#shelf.placeAgain(changed);
    signal?.throwIfAborted();
    if (changed.source !== null && changed.state !== 'closed') await this.#filler.fill();
    return this.get(id);
  }

  async preview({ queue, source, mergeIdentical }: Asked<'preview'>, signal?: AbortSignal) {
    const known = queue === null ? null : this.#shelf.queue(queue);
    checkFilter(source);
    const runs = await this.#runsOf(source, signal);
    return this.#shelf.addItems(
      known,
      runs.map((run) => ({ run })),
      {
        merge: known?.settings.mergeIdentical ?? mergeIdentical,
        again: false,
        perTaskPerDay: source.from === 'view' ? source.perTaskPerDay : null,
        dryRun: true,
        meansOf: this.#meansOf,
      },
      signal,
    );
  }

  addRuns(id: string, { target, people, again }: Asked<'addRuns'>) {
    const queue = this.#shelf.queue(id);
    if (isOfOthers(queue))
      return Promise.reject(
        new AppError(
          'invalid_request',
          queue.kind === 'fix'
            ? 'This queue takes steps that went wrong, not runs.'
            : 'This queue takes pairs of runs: add them as pairs.',
        ),
      );
    const runs = this.#deps.store.runs.resolve(target);
    if (people.length > 0) this.#shelf.changeMembers(queue, people.map(asWho), []);
    const items = runs.map((run) => ({
      run,
      people: people.map(({ person }) => ({ person, draft: null })),
    }));
    return this.#add(queue, items, { again });
  }

  async createOfPairs(input: NewPairQueue, by: Principal, signal?: AbortSignal) {
    const { project, name, pairs, settings, members, everyone, onboarding, dryRun } = input;
    this.#checkPreference(project);
    this.#checkOnboarding(project, 'preference', onboarding);
    const found = pairItems(this.#deps.store, pairs);
    const counted = await this.#addPairs(null, found, { dryRun: true }, signal);
    if (dryRun) return { added: counted, queue: null };
    if (counted.items === 0)
      throw new AppError(
        'conflict',
        'There is no pair to label: each needs two runs of one task that have ended and are not the same.',
      );
    const queue = this.#shelf.addQueue(
      { project, name, kind: 'preference', source: null, settings, everyone, onboarding, relabels: null },
      by,
    );
    this.#shelf.changeMembers(queue, members.map(asWho), []);
    const added = await this.#addPairs(queue, found, { dryRun: false });
    return { added, queue: this.get(queue.id) };
  }

  addPairs(
    id: string,
    { pairs, dryRun }: { readonly pairs: PairSource; readonly dryRun: boolean },
    signal?: AbortSignal,
  ): Promise<PairsAdded> {
    const queue = this.#shelf.queue(id);
    if (queue.kind !== 'preference')
      return Promise.reject(
        new AppError('invalid_request', 'This queue takes single runs; pairs go to a queue of preferences.'),
      );
    return this.#addPairs(queue, pairItems(this.#deps.store, pairs), { dryRun }, signal);
  }

  items(id: string, which: ItemFilter, page: Page) {
    return this.#shelf.items(this.#shelf.queue(id), which, page);
  }

  removeItems(id: string, items: readonly string[], by: Principal): number {
    return this.#shelf.removeItems(this.#shelf.queue(id), items, by);
  }

  setGold(id: string, item: string, gold: LabelDoc | null, why: string) {
    const queue = this.#shelf.queue(id);
    const kept = this.#shelf.item(queue, item);
    if (gold !== null) this.#checkGold(queue, kept, gold);
    this.#shelf.setGold(queue, item, gold, why);
    return this.#shelf.item(queue, item);
  }

  changeMembers(id: string, add: readonly Member[], remove: readonly string[]): QueueDetail {
    this.#shelf.changeMembers(this.#shelf.queue(id), add.map(asWho), remove);
    return this.get(id);
  }

  returnLabel(assignment: string, note: string) {
    const { queue, item } = this.#shelf.sendBack(assignment, note);
    return this.#shelf.item(queue, item.id);
  }

  release(assignment: string) {
    const { queue, item } = this.#shelf.release(assignment);
    return this.#shelf.item(queue, item.id);
  }

  retryOnboarding(id: string, person: string): QueueDetail {
    const queue = this.#shelf.queue(id);
    if (queue.kind !== 'onboarding') throw new AppError('conflict', 'This is no onboarding queue.');
    this.#shelf.retryOnboarding(queue, person);
    return this.get(id);
  }

  async relabel(id: string, { name, sections, dryRun }: Relabel, by: Principal) {
    const queue = this.#shelf.queue(id);
    if (queue.kind === 'fix')
      throw new AppError(
        'invalid_request',
        'What was said of a fix goes with what was played for it: send the step to a fix queue again.',
      );
    const found = labelsToGiveAgain(this.#shelf, this.#deps.projects, queue, sections);
    const counts = { labels: found.labels, items: found.items.length, gold: found.gold };
    if (dryRun || found.labels === 0) return { ...counts, queue: null };
    const made = this.#shelf.addQueue(
      {
        project: queue.project,
        name: name ?? `${queue.name} (again)`,
        kind: 'relabel',
        source: null,
        settings: {
          ...queue.settings,
          overlap: found.overlap,
          goldOneIn: 0,
          repeatOneIn: 0,
          perPerson: 0,
          mergeIdentical: false,
        },
        everyone: false,
        onboarding: null,
        relabels: queue.id,
      },
      by,
    );
    this.#shelf.changeMembers(made, found.people, []);
    await this.#add(made, found.items, {});
    return { ...counts, queue: this.get(made.id) };
  }

  async #addPairs(
    queue: KeptQueue | null,
    { items, runs, tasks, alone }: ReturnType<typeof pairItems>,
    { dryRun }: { readonly dryRun: boolean },
    signal?: AbortSignal,
  ): Promise<PairsAdded> {
    const options = { merge: false, again: false, perTaskPerDay: null, dryRun, meansOf: this.#meansOf };
    const { runs: pairs, ...counts } = await this.#shelf.addItems(
      queue,
      items,
      options,
      // As in #add.
      dryRun ? signal : undefined,
    );
    const { already, removed, identical, notEnded, gone, notRecorded } = counts;
    return {
      ...{ runs, tasks, alone, pairs },
      ...{ items: counts.items, already, removed, identical, notEnded, gone, notRecorded },
    };
  }

  /** Whoever asked may leave meanwhile: half of a selection in a queue would look like all of it. */
  #add(queue: KeptQueue, items: readonly NewItem[], { again = false }: { readonly again?: boolean }) {
    const options = { merge: queue.settings.mergeIdentical, again, perTaskPerDay: null, dryRun: false };
    return this.#shelf.addItems(queue, items, { ...options, meansOf: this.#meansOf });
  }

  #runsOf(source: QueueSource, signal?: AbortSignal): Promise<readonly string[]> | readonly string[] {
    const { runs } = this.#deps.store;
    if (source.from === 'view') return runs.matching({ q: source.q }, signal);
    const target: RunTarget = source.target;
    return runs.resolve(target);
  }

  /** @throws AppError invalid_request */
  #checkPreference(project: string): void {
    const { projects } = this.#deps;
    const version = projects.find(project)?.schemaVersion ?? 1;
    if (projects.schema(project, version).doc.preference === null)
      throw new AppError(
        'invalid_request',
        'This project’s schema does not ask which of two runs is better. Add that question to the schema first.',
      );
  }

  /** @throws AppError invalid_request */
  #checkOnboarding(project: string, kind: string, onboarding: string | null): void {
    if (onboarding === null) return;
    const required = this.#shelf.queue(onboarding);
    if (required.kind === 'onboarding' && required.project === project && kind !== 'onboarding') return;
    throw new AppError(
      'invalid_request',
      'onboarding: name an onboarding queue of the same project; an onboarding queue requires none itself.',
    );
  }

  /** A gold label says what it is sure of; what it says must be allowed. @throws AppError invalid_request */
  #checkGold(queue: KeptQueue, { run, otherRun }: QueueItem, gold: LabelDoc): void {
    const { projects, store } = this.#deps;
    const { doc } = projects.schema(queue.project, projects.find(queue.project)?.schemaVersion ?? 1);
    const steps = [run, otherRun].flatMap((id) =>
      id === null ? [] : store.steps(id).map(({ seq }) => ({ seq, labelled: true })),
    );
    const [wrong] = checkLabel(gold, doc, steps, otherRun === null ? 'run' : 'pair').filter(
      ({ kind }) => kind === 'wrong',
    );
    if (wrong !== undefined)
      throw new AppError('invalid_request', `gold.${wrong.row}: ${wrong.message}.`, {
        details: { problems: [wrong] },
      });
  }

  #summary(queue: KeptQueue): QueueSummary {
    return {
      id: queue.id,
      project: { id: queue.project, name: this.#deps.projects.find(queue.project)?.name ?? '' },
      name: queue.name,
      kind: queue.kind,
      state: queue.state,
      settings: queue.settings,
      source: queue.source,
      everyone: queue.everyone,
      onboarding: queue.onboarding,
      relabels: queue.relabels,
      counts: this.#shelf.counts(queue),
      by: queue.by,
      atMs: queue.atMs,
    };
  }
}

/** A part that is not understood filters nothing: every run would be queued. @throws AppError invalid_request */
function checkFilter(source: QueueSource | null): void {
  if (source?.from !== 'view') return;
  const [problem] = problemsOf(parseRunFilter(source.q));
  if (problem !== undefined) throw new AppError('invalid_request', `source.q: ${problemText(problem)}.`);
}

/** What is filled by other parts than runs. */
function isOfOthers({ kind }: KeptQueue): boolean {
  return kind === 'preference' || kind === 'fix';
}

function asWho({ person, name }: Member) {
  return { id: person, name };
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
