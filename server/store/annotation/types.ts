import type { Anchor, LabelComment, LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { QueueCounts, QueueItem, QueuePreview } from '../../../lib/contracts/annotation/queue-admin.ts';
import type {
  AssignmentState,
  QueueKind,
  QueueSettings,
  QueueSource,
} from '../../../lib/contracts/annotation/queues.ts';
import type {
  ItemRecord,
  RecordFilter,
  SubmissionRecord,
} from '../../../lib/contracts/annotation/records.ts';
import type { LabelOutcome } from '../../../lib/contracts/runs.ts';

/** Queues and labels in the catalog. All times are this server's; each method is one transaction. */

export interface Who {
  /** Principal id. */
  readonly id: string;
  readonly name: string;
}

export interface KeptQueue {
  readonly n: number;
  readonly id: string;
  readonly project: string;
  readonly name: string;
  readonly kind: QueueKind;
  readonly state: 'open' | 'paused' | 'closed';
  /** Null: filled once. */
  readonly source: Extract<QueueSource, { from: 'view' }> | null;
  readonly settings: QueueSettings;
  readonly everyone: boolean;
  readonly onboarding: string | null;
  readonly relabels: string | null;
  /** The run library's revision up to which a view was read. */
  readonly filledTo: number;
  readonly by: string;
  readonly atMs: number;
}

export type NewQueue = Omit<KeptQueue, 'n' | 'id' | 'state' | 'filledTo' | 'by' | 'atMs'>;
export type QueueChange = Partial<
  Pick<KeptQueue, 'name' | 'state' | 'source' | 'settings' | 'everyone' | 'onboarding' | 'filledTo'>
>;

/** A run, or pair of runs, to become an item. */
export interface NewItem {
  readonly run: string;
  readonly otherRun?: string;
  readonly fix?: { readonly seq: number; readonly note: string };
  readonly gold?: { readonly doc: LabelDoc; readonly why: string };
  /** Only they get it, each beginning with what is given. */
  readonly people?: readonly { readonly person: string; readonly draft: LabelDoc | null }[];
}

export interface AddOptions {
  /** Runs that are the same join an item that is there. */
  readonly merge: boolean;
  /** Removed runs come back. */
  readonly again: boolean;
  /** At most so many runs that ended on one day, of one task. */
  readonly perTaskPerDay: number | null;
  /** Count only. */
  readonly dryRun: boolean;
  /** What a label is in the library of runs, of which a run that joins an item gets its labels. */
  readonly meansOf: (assignment: KeptAssignment, doc: LabelDoc) => LabelOutcome | null;
}

/** What is kept of a person's work on an item. */
export interface KeptAssignment {
  readonly n: number;
  readonly id: string;
  readonly otherAlias: string | null;
  /** The person sees the second run of the pair as A. What is kept names the runs as the item does. */
  readonly sidesSwapped: boolean;
  readonly queue: KeptQueue;
  readonly item: KeptItem;
  readonly person: string;
  readonly name: string;
  readonly kind: 'work' | 'gold' | 'repeat';
  readonly round: number;
  readonly number: number;
  readonly state: AssignmentState;
  readonly reservedUntilMs: number | null;
  readonly changedAtMs: number;
  readonly skipReason: string | null;
  readonly schemaVersion: number;
  readonly guidelinesVersion: number;
  readonly revision: number;
  readonly draft: LabelDoc | null;
  readonly savedAtMs: number | null;
  readonly activeMs: number;
  readonly version: number;
  readonly submittedAtMs: number | null;
  readonly editableUntilMs: number | null;
  readonly returned: { readonly note: string; readonly atMs: number } | null;
  readonly revealedAtMs: number | null;
}

export interface KeptItem {
  readonly n: number;
  readonly id: string;
  readonly run: string;
  readonly otherRun: string | null;
  readonly scenario: string;
  readonly taskIdx: number | null;
  readonly gold: LabelDoc | null;
  readonly goldWhy: string;
  readonly path: string;
  readonly fix: { readonly seq: number; readonly note: string } | null;
  readonly removed: boolean;
}

/** Versions of the project's documents that a new assignment is given under. */
export interface Versions {
  readonly schema: number;
  readonly guidelines: number;
}

export type Picked =
  | { readonly kind: 'assignment'; readonly assignment: KeptAssignment }
  | { readonly kind: 'none'; readonly why: 'empty' | 'not_yours' | 'done' | 'all_reserved' | 'limit' };

export interface DraftSave {
  readonly baseRevision: number;
  readonly doc: LabelDoc;
  readonly activeMs: number;
}

export interface Submitting extends DraftSave {
  readonly key: string;
  /** What the chosen outcome is in the library of runs; null: nothing is said there. */
  readonly means: LabelOutcome | null;
  /** The author may have seen how the run ended since an earlier version was submitted. */
  readonly mayHaveLooked: boolean;
}

export interface Submitted {
  readonly id: string;
  readonly version: number;
  readonly atMs: number;
  readonly assignment: KeptAssignment;
  /** The same try was answered before. */
  readonly again: boolean;
}

export interface SubmittedVersion {
  readonly version: number;
  readonly atMs: number;
  readonly doc: LabelDoc;
}

export interface MyCounts {
  readonly submitted: number;
  readonly skipped: number;
  readonly returned: number;
  readonly reserved: number;
  /** Work that the person could still get; null in queues that are too large to be counted for everyone. */
  readonly left: number | null;
  /** All of it that they had. */
  readonly work: number;
}

export interface OnboardingScore {
  readonly round: number;
  readonly total: number;
  /** First labels of this round, in order. */
  readonly labels: readonly { readonly item: string; readonly doc: LabelDoc; readonly gold: LabelDoc }[];
}

export interface PersonCounts {
  readonly person: string;
  readonly name: string;
  readonly member: boolean;
  readonly submitted: number;
  readonly reserved: number;
  readonly skipped: number;
  readonly returned: number;
  readonly lastAtMs: number | null;
}

export type ItemFilter = 'all' | 'work' | 'gold' | 'untouched' | 'in_work' | 'full' | 'skipped' | 'removed';

export interface AnnotationShelf {
  /** Rises with every change but drafts. */
  revision(): number;

  /** @throws AppError storage_full */
  addQueue(queue: NewQueue, by: Who): KeptQueue;
  /** Newest first. */
  queues(project?: string): readonly KeptQueue[];
  /** @throws AppError not_found */
  queue(id: string): KeptQueue;
  changeQueue(id: string, change: QueueChange): KeptQueue;
  counts(queue: KeptQueue): QueueCounts;
  /** Members and all who had items. */
  people(queue: KeptQueue): readonly PersonCounts[];
  isMember(queue: KeptQueue, person: string): boolean;
  changeMembers(queue: KeptQueue, add: readonly Who[], remove: readonly string[]): void;

  /** In turns: many runs do not hold up others. */
  addItems(
    queue: KeptQueue | null,
    items: readonly NewItem[],
    options: AddOptions,
    signal?: AbortSignal,
  ): Promise<QueuePreview>;
  /** In their new order, after the ordering or its seed changed. */
  placeAgain(queue: KeptQueue): Promise<void>;
  items(
    queue: KeptQueue,
    which: ItemFilter,
    page: { readonly offset: number; readonly limit: number },
  ): { readonly items: readonly QueueItem[]; readonly total: number };
  /** @throws AppError not_found */
  item(queue: KeptQueue, id: string): QueueItem;
  removeItems(queue: KeptQueue, items: readonly string[], by: Who): number;
  setGold(queue: KeptQueue, item: string, gold: LabelDoc | null, why: string): void;

  /** The person's assignment. @throws AppError not_found where it is not theirs */
  assignment(id: string, person: string): KeptAssignment;
  /** Anybody's. @throws AppError not_found */
  anyAssignment(id: string): KeptAssignment;
  /** What the person has reserved or got back, else the next item, reserved. `after`: one besides that. */
  next(queue: KeptQueue, who: Who, versions: Versions, after: string | null): Picked;
  /** What the person has reserved or got back, if anything, whatever the queue's state. */
  held(queue: KeptQueue, person: string, after: string | null): KeptAssignment | undefined;
  /** The assignment before it, of the same queue and person. */
  before(assignment: KeptAssignment): KeptAssignment | undefined;
  myCounts(queue: KeptQueue, person: string): MyCounts;
  /** How many gold items there are, to plan places by. */
  goldItems(queue: KeptQueue): number;
  /** What they submitted, skipped or got back, and drafts whose time ran out. */
  mine(
    queue: KeptQueue,
    person: string,
    page: { readonly offset: number; readonly limit: number },
  ): { readonly items: readonly KeptAssignment[]; readonly total: number };
  /** @throws AppError conflict with `details.draft` where another save came first, not_found */
  saveDraft(id: string, person: string, save: DraftSave): KeptAssignment;
  /** Reserves it (again) where it is free. @throws AppError conflict where it is not */
  renew(id: string, person: string): KeptAssignment;
  /** @throws AppError conflict (another save came first; the overlap is full; the window has ended; closed, removed) */
  submit(id: string, person: string, submitting: Submitting): Submitted;
  /** What the same try came to before. */
  submittedBy(id: string, person: string, key: string): Submitted | undefined;
  /** Of the first version, taken back or not; null: none was submitted. */
  firstSubmittedAt(assignment: KeptAssignment): number | null;
  /** What was submitted and not taken back, oldest first. */
  versions(assignment: KeptAssignment): readonly SubmittedVersion[];
  undoSubmit(id: string, person: string, meansOf: (doc: LabelDoc) => LabelOutcome | null): KeptAssignment;
  skip(id: string, person: string, reason: string): KeptAssignment;
  reopen(id: string, person: string): KeptAssignment;
  /** The first time counts. */
  reveal(id: string, person: string): KeptAssignment;
  sendBack(id: string, note: string): KeptAssignment;
  release(id: string): KeptAssignment;
  comments(assignment: KeptAssignment): readonly LabelComment[];
  /** @throws AppError capacity_reached */
  addComment(id: string, who: Who, comment: { readonly anchor: Anchor; readonly text: string }): LabelComment;
  /** @throws AppError not_found */
  removeComment(id: string, person: string, comment: string): void;
  /** Current labels of others on the item's run, outcomes and preferences alone. */
  othersOutcomes(assignment: KeptAssignment): readonly Pick<LabelDoc, 'outcome' | 'preference'>[];

  onboarding(queue: KeptQueue, person: string): OnboardingScore;
  retryOnboarding(queue: KeptQueue, person: string): void;

  submissions(filter: RecordFilter): readonly SubmissionRecord[];
  itemRecords(filter: RecordFilter): readonly ItemRecord[];
  /** A page of a queue's items after the one of this number. */
  places(queue: string, after: number, limit: number): readonly ItemPlace[];
}

/** Which runs an item is of, without who has it. */
export interface ItemPlace {
  readonly n: number;
  readonly id: string;
  /** Of a pair the first, `otherRun` the second. */
  readonly run: string;
  readonly otherRun: string | null;
  readonly scenario: string;
  readonly taskIdx: number | null;
  /** Runs besides its own that it stands for. */
  readonly identical: readonly string[];
}
