import type { Generated, GeneratedAlways } from 'kysely';

/** Tables of queues and labels as kysely sees them. Times are Unix milliseconds, flags 0 or 1. */

export interface QueuesTable {
  n: GeneratedAlways<number>;
  id: string;
  project: string;
  name: string;
  kind: string;
  state: string;
  /** JSON of what fills it; null: filled once. */
  source: string | null;
  settings: string;
  overlap: number;
  /** Open to all annotators. */
  everyone: number;
  /** Id of the queue that must be passed before. */
  onboarding: string | null;
  relabels: string | null;
  /** The run library's revision that a view was read up to. */
  filled_to: Generated<number>;
  made_by: string;
  made_at: number;
}

export interface MembersTable {
  queue: number;
  person: string;
  name: string;
  at: number;
}

export interface ItemsTable {
  n: GeneratedAlways<number>;
  id: string;
  queue: number;
  run: string;
  /** '' for none. */
  other_run: string;
  scenario: string;
  task_idx: number | null;
  /** On which its run ended: YYYY-MM-DD. */
  day: string | null;
  gold: string | null;
  gold_why: string;
  /** Names of its steps one after the other, times and random values aside: neighbours in this order share their beginnings. */
  path: string;
  /** Equal for runs that are the same; null: not known. */
  identity: string | null;
  /** Its place in orders other than `grouped`. */
  place: number;
  /** -1: none. */
  fix_seq: number;
  fix_note: string | null;
  /** Only those in annotation_item_people get it. */
  targeted: number;
  /** Of its queue. */
  overlap: number;
  /** Kept by triggers: places of the overlap that are taken, labels that were given. */
  taken: number;
  submitted: number;
  removed_at: number | null;
  removed_by: string | null;
  added_at: number;
}

export interface AssignmentsTable {
  n: GeneratedAlways<number>;
  id: string;
  /** The other run of a pair. */
  other_alias: string | null;
  queue: number;
  item: number;
  person: string;
  name: string;
  /** work, gold or repeat. */
  kind: string;
  /** 0; 1 for a hidden repeat; tries of an onboarding queue are 0, 1, … */
  round: number;
  /** Which one it is of this person in this queue, from 1. */
  number: number;
  state: string;
  reserved_until: number | null;
  changed_at: number;
  skip_reason: string | null;
  skips: Generated<number>;
  schema_version: number;
  guidelines_version: number;
  revision: Generated<number>;
  draft: string | null;
  saved_at: number | null;
  active_ms: Generated<number>;
  /** Of the last submission; 0: none. */
  version: Generated<number>;
  submitted_at: number | null;
  edit_until: number | null;
  return_note: string | null;
  returned_at: number | null;
  revealed_at: number | null;
}

export interface SubmissionsTable {
  n: GeneratedAlways<number>;
  id: string;
  assignment: number;
  version: number;
  /** Of the page's try: the same one is answered the same. */
  key: string;
  doc: string;
  schema_version: number;
  guidelines_version: number;
  active_ms: number;
  at: number;
  revealed: number;
  /** 1 current; 2 the one before it once; 0 taken back. */
  current: number;
}

export interface CommentsTable {
  n: GeneratedAlways<number>;
  id: string;
  assignment: number;
  anchor: string;
  text: string;
  person: string;
  name: string;
  at: number;
}
