import type {
  AssignmentsTable,
  CommentsTable,
  ItemsTable,
  MembersTable,
  QueuesTable,
  SubmissionsTable,
} from './annotation/tables.ts';
import type { ApiTokenRow, InviteRow, PersonRow, SignInRow } from './people/tables.ts';
import type { Generated, GeneratedAlways, Selectable } from 'kysely';

/** The catalog's tables as kysely sees them (migrations/ makes them). Times are Unix milliseconds, flags 0 or 1. */
export interface CatalogSchema {
  episodes: EpisodesTable;
  steps: StepRow;
  verdicts: VerdictRow;
  state_verdicts: StateVerdictsTable;
  snapshots: SnapshotRow;
  snapshot_uses: { episode: number; hash: string };
  blobs: { hash: string; size: number; bytes: Buffer | null };
  findings: { scenario_hash: string; scenario: string; checked_at: number; findings: string };
  masked_columns: MaskedColumnRow;
  sessions: SessionRow;
  run_facts: RunFactsRow;
  labels: LabelsTable;
  counted_labels: LabelsTable;
  annotation_queues: QueuesTable;
  annotation_members: MembersTable;
  annotation_items: ItemsTable;
  annotation_assignments: AssignmentsTable;
  annotation_submissions: SubmissionsTable;
  annotation_comments: CommentsTable;
  notes: NoteRow;
  run_views: RunViewRow;
  run_files: RunFileRow;
  run_messages: RunMessagesRow;
  deletions: { id: string; by: string; at: number };
  deleted_runs: { n: number; id: string; deletion: string; row: string };
  keeping_rules: KeepingRuleRow;
  task_statuses: TaskStatusesTable;
  people: PersonRow;
  sign_ins: SignInRow;
  invites: InviteRow;
  api_tokens: ApiTokenRow;
  access_log: { n: GeneratedAlways<number>; at: number; by: string; action: string; about: string };
  projects: ProjectRow;
  project_documents: ProjectDocumentRow;
  adjudication_holds: { item: string; run: string; person: string; name: string; until: number };
  adjudication_opened: AdjudicationOpenedTable;
  adjudication_drafts: AdjudicationDraftsTable;
  decisions: DecisionRow;
  guideline_proposals: GuidelineProposalRow;
}

export type EpisodeRow = Selectable<EpisodesTable>;

interface EpisodesTable {
  /** Order of beginning. */
  n: Generated<number>;
  id: string;
  client_episode_id: string | null;
  session_id: string;
  scenario: string;
  pack: string;
  scenario_hash: string;
  task_idx: number | null;
  task: string | null;
  actor: string;
  transport: string;
  /** The recording policy asked for: full, final or calls. */
  recording: string;
  options: string;
  experiment: string | null;
  policy: string | null;
  checkpoint: string | null;
  train_step: number | null;
  run_group: string | null;
  sample: number | null;
  tags: string | null;
  /** As seeded, before create_all. */
  seed_hash: string;
  /** As the session first saw it. */
  base_hash: string;
  final_hash: string;
  base_normalised: string;
  steps: number;
  started_at: number;
  ended_at: number | null;
  end_reason: string | null;
  verdict: string | null;
  reward: number | null;
  final_answer: string | null;
  pinned: number;
  /** What was kept of its snapshots; null until decided, after the end. */
  kept: string | null;
  /** Verdicts were hidden until done. */
  baseline: number;
  /** The step at which the person first saw a verdict before the end. */
  saw_verdict_at: number | null;
  /** played, fork, what_if, imported or pulled. */
  origin: Generated<string>;
  /** The episode that it was forked from (its id), and after which step: the steps up to there are copies. */
  parent_id: string | null;
  parent_seq: number | null;
  /** Names what was recorded, whatever the id: the same episode is merged once. */
  content_hash: string | null;
  /** JSON list: what an import lacked. */
  missing: string | null;
  /** Between which times a run without timings seems to have been played, from what it wrote; null where steps have times. */
  clock_from: number | null;
  clock_to: number | null;
  /** `waiting`: states between are to be rebuilt by replay. */
  rebuild: string | null;
}

/** What is known of a run's end; null: not known (yet). Lists are JSON. */
interface RunFactsRow {
  episode: number;
  calls: number | null;
  errors: number | null;
  statuses: string | null;
  error_types: string | null;
  verifies: number | null;
  code: string | null;
  sql: string | null;
  regraded: string | null;
  wrote: number | null;
  tables: string | null;
  collateral: number | null;
  omitted: number | null;
  unread: number | null;
  suspicions: string | null;
  end_state: string | null;
}

/** One word a person and source. */
interface LabelsTable {
  episode: number;
  by: string;
  /** library, queue or decision; the last stands above the others (`counted_labels`). */
  source: Generated<string>;
  outcome: string;
  note: string | null;
  at: number;
}

export type LabelRow = Selectable<LabelsTable>;
export type QueueRow = Selectable<QueuesTable>;
export type ItemRow = Selectable<ItemsTable>;
export type AssignmentRow = Selectable<AssignmentsTable>;
export type SubmissionRow = Selectable<SubmissionsTable>;

export interface NoteRow {
  id: string;
  episode: number;
  seq: number | null;
  text: string;
  by: string;
  at: number;
}

interface RunViewRow {
  id: string;
  name: string;
  query: string;
  columns: string | null;
  at: number;
}

/** How long runs of an experiment ('' for none) are kept; null: no such limit. */
interface KeepingRuleRow {
  experiment: string;
  states: string | null;
  days: number | null;
  newest: number | null;
  bytes: number | null;
}

/** A file that came with a run, or goes out with it, as it was: compressed with zstd. */
interface RunFileRow {
  episode: number;
  name: string;
  size: number;
  blob: string;
}

/** The agent's log that was attached to a run: JSON, compressed with zstd. */
interface RunMessagesRow {
  episode: number;
  blob: string;
  by: string | null;
  at: number;
}

/** One word on a task; the last one of a task counts. */
export type TaskStatusRow = Selectable<TaskStatusesTable>;

interface TaskStatusesTable {
  /** Order of being said. */
  n: GeneratedAlways<number>;
  scenario: string;
  task_idx: number;
  /** Over the four of `hashes` (JSON). */
  hash: string;
  hashes: string;
  /** Of the scenario in its pack, when it was said: the same one, nothing has changed. */
  fingerprint: string | null;
  status: string;
  reason: string | null;
  /** JSON list. */
  evidence: string;
  by: string;
  at: number;
}

/** What an adjudicator has of an item; JSON where it is chosen. */
interface AdjudicationOpenedTable {
  person: string;
  item: string;
  project: string;
  at: number;
  given_back_at: number | null;
  /** 1: it was given back and taken again. */
  looked: Generated<number>;
}

interface AdjudicationDraftsTable {
  item: string;
  person: string;
  revision: Generated<number>;
  draft: string | null;
  basis: string | null;
  saved_at: number | null;
  revealed_at: number | null;
  skipped_at: number | null;
  skip_reason: string | null;
}

/** One version of an item's decision; it stands where `undone_at` is null. */
export interface DecisionRow {
  id: string;
  project: string;
  queue: string;
  item: string;
  run: string;
  version: number;
  person: string;
  name: string;
  provenance: string;
  like: string | null;
  doc: string;
  schema_version: number;
  /** JSON: by row, whose word it is. */
  sources: string;
  /** JSON list: submissions as A, B, … */
  basis: string;
  reason: string;
  section: string | null;
  revealed: number;
  /** Of the page's request; the same one again makes no second decision. */
  submit_key: string | null;
  at: number;
  undone_by: string | null;
  undone_at: number | null;
}

interface GuidelineProposalRow {
  id: string;
  project: string;
  item: string;
  section: string | null;
  text: string;
  name: string;
  at: number;
  state: 'open' | 'taken' | 'declined';
  answered_by: string | null;
}

/** A person's session, as far as a server that is started anew needs it. */
export interface SessionRow {
  id: string;
  actor: string;
  transport: string;
  created_at: number;
  used_at: number;
  /** Our id of the current episode; null before the first reset. */
  episode: string | null;
  /** The reset's data, secrets removed. */
  reset: string;
  /** JSON {seq, toolName, atMs} of the last call that began: lost where the episode has no step of that number. */
  running: string | null;
  /** JSON {id, number} of the page that held control. */
  control: string | null;
}

export interface StepRow {
  episode: number;
  seq: number;
  kind: string;
  tool_name: string | null;
  arguments: string | null;
  client_metadata: string | null;
  /** Inline where short, else in the blob. */
  observation: string | null;
  observation_blob: string | null;
  reward_type: string | null;
  reward: number | null;
  http_method: string | null;
  http_route: string | null;
  http_status: number | null;
  started_at: number;
  duration: number;
  runtime: number | null;
  log_start: number;
  log_end: number;
  /** Inline where short, else in the blob; both null where nothing was written. */
  log_text: string | null;
  log_blob: string | null;
  db_before: string;
  db_after: string;
  wrote: number;
  problem: string | null;
  /** 0 waits, 1 done, 2 impossible (normal_problem says why). */
  normal_state: number;
  normalised: string | null;
  normal_problem: string | null;
  tables_touched: string | null;
  /** The state was made by replaying the calls, not recorded. */
  reconstructed: number;
}

export interface VerdictRow {
  episode: number;
  /** The step that was the last one when the verdict was given. */
  seq: number;
  mode: string;
  reward_type: string;
  reward: number;
  final_answer: string | null;
  verifier_hash: string;
  at: number;
}

/** Of any episode that had these inputs. */
interface StateVerdictsTable {
  /** Order of being written. */
  n: GeneratedAlways<number>;
  verifier_hash: string;
  initial_hash: string;
  final_hash: string;
  /** The final answer that the verifier was given. */
  answer: string;
  /** Where the verifier reads the clock the day of its run, else ''. */
  day: string;
  verdict: string;
  ms: number;
  /** JSON of all that the run told; null until somebody asked. */
  detail: string | null;
}

export interface SnapshotRow {
  /** sha256 (hex) of the whole file. */
  hash: string;
  size: number;
  /** The snapshot that the delta applies to; null for a keyframe. */
  base: string | null;
  depth: number;
  blob: string;
}

interface MaskedColumnRow {
  scenario: string;
  table_name: string;
  column_name: string;
  /** What was seen in it: time or random. */
  kind: string;
  /** auto: cell by cell; mask: always; keep: never. */
  rule: string;
}

export interface ProjectRow {
  id: string;
  name: string;
  description: string;
  by_id: string;
  by_name: string;
  at: number;
  archived_at: number | null;
}

export interface ProjectDocumentRow {
  project: string;
  kind: 'schema' | 'guidelines';
  version: number;
  hash: string;
  /** JSON. */
  doc: string;
  /** YAML as its author wrote it. */
  source: string | null;
  by_id: string;
  by_name: string;
  at: number;
  note: string;
}
