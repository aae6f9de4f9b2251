import type { EpisodeRow, LabelRow, NoteRow, StepRow, VerdictRow } from '../schema.ts';

/** Runs that come from elsewhere, or go there, as the catalog keeps them. */

/** A state as the store keeps it: a whole file, or a page delta on `base`; compressed with zstd. */
export interface PackedState {
  /** sha256 (hex) of the whole file. */
  readonly hash: string;
  readonly size: number;
  readonly base: string | null;
  readonly packed: Uint8Array;
}

/** Long texts come compressed (zstd), short ones as they are. */
export interface NewStep extends Omit<StepRow, 'episode' | 'observation_blob' | 'log_blob'> {
  readonly observation_packed: Uint8Array | null;
  readonly log_packed: Uint8Array | null;
}

export interface PackedFile {
  readonly name: string;
  readonly size: number;
  readonly packed: Uint8Array;
}

export type NewEpisode = Omit<EpisodeRow, 'n' | 'content_hash'> & { readonly content_hash: string };

/** A run that is to be written as a whole. Bases of states come before the states that need them. */
export interface NewRun {
  readonly episode: NewEpisode;
  readonly steps: readonly NewStep[];
  readonly states: readonly PackedState[];
  /** Of `states`, those that the run itself has been in; the others are bases of them. */
  readonly used: readonly string[];
  readonly verdicts: readonly Omit<VerdictRow, 'episode'>[];
  readonly labels: readonly Omit<LabelRow, 'episode'>[];
  readonly notes: readonly Omit<NoteRow, 'episode'>[];
  readonly files: readonly PackedFile[];
  readonly messages: { readonly packed: Uint8Array; readonly by: string | null; readonly at: number } | null;
}

/** All of a run but its steps' texts and its states' bytes. */
export interface RawRun {
  readonly episode: EpisodeRow;
  readonly verdicts: readonly Omit<VerdictRow, 'episode'>[];
  readonly labels: readonly Omit<LabelRow, 'episode'>[];
  readonly notes: readonly Omit<NoteRow, 'episode'>[];
  readonly files: readonly { readonly name: string; readonly size: number }[];
  /** Kept states in the order of the run, bases before what needs them. */
  readonly states: readonly (Omit<PackedState, 'packed'> & { readonly blob: string })[];
  readonly used: readonly string[];
}

/** A step with its texts; `observation` is never null. */
export type RawStep = Omit<StepRow, 'episode' | 'observation_blob' | 'log_blob'>;

export interface RebuiltState {
  readonly hash: string;
  readonly bytes: Buffer;
}

/** A state of a run that was rebuilt by replay. */
export interface RebuiltStep {
  readonly seq: number;
  /** Null: the step could not be replayed, and its state stays unknown. */
  readonly state: RebuiltState | null;
}

export interface RunArtifacts {
  /** The run that holds the same; undefined where none does. */
  find(contentHash: string): string | undefined;
  /** Writes a run. Its id is kept where it is free. @throws AppError storage_full */
  add(run: NewRun): { readonly id: string; readonly isNew: boolean };
  /** @throws AppError not_found */
  raw(episodeId: string): RawRun;
  rawSteps(episodeId: string, range: { readonly from: number; readonly to: number }): readonly RawStep[];
  /** A state's or file's bytes as they are kept. @throws AppError internal where they are damaged */
  packed(blob: string): Buffer;
  /** A state as a whole. @throws AppError not_found where it was not kept */
  state(hash: string): Buffer;
  /** A file that came with the run. */
  file(episodeId: string, name: string): Buffer | undefined;
  messages(
    episodeId: string,
  ): { readonly text: string; readonly by: string | null; readonly atMs: number } | undefined;
  /** Null takes them away. @throws AppError not_found, storage_full */
  setMessages(
    episodeId: string,
    messages: { readonly text: string; readonly by: string | null } | null,
  ): void;
  /** Runs whose states are still to be rebuilt, oldest first. */
  toRebuild(limit: number): readonly string[];
  /** Puts in what a replay found; `missing` replaces the list of what is missing. @throws AppError not_found, storage_full */
  rebuild(
    episodeId: string,
    found: {
      readonly steps: readonly RebuiltStep[];
      /** The final state as given is kept at the last call, which is no part of what was rebuilt. */
      readonly keepFinal: boolean;
      readonly missing: readonly string[];
      readonly clock: { readonly from: number; readonly to: number } | null;
      /** The first states, where the import had none: as seeded, and as the session saw it. */
      readonly start: { readonly seed: RebuiltState; readonly base: RebuiltState } | null;
    },
  ): void;
}
