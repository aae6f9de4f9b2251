import type { NewRun, NewStep, PackedFile, PackedState } from '../../store/artifacts/types.ts';

/** What a worker makes of an artifact; the scenario's version and the run's id are put in by whoever knows them. */
export interface PreparedRun {
  readonly kind: 'foreign';
  readonly scenario: string | null;
  readonly task: string | null;
  readonly taskIdx: number | null;
  readonly steps: readonly NewStep[];
  readonly verdicts: NewRun['verdicts'];
  readonly states: readonly PackedState[];
  /** Null: not given, or refused. */
  readonly initial: string | null;
  readonly final: string | null;
  /** States between are not known. */
  readonly hasGaps: boolean;
  readonly files: readonly PackedFile[];
  readonly messages: Uint8Array | null;
  readonly missing: readonly string[];
  readonly run: Readonly<Record<string, unknown>>;
  readonly clock: { readonly from: number; readonly to: number } | null;
  readonly contentHash: string;
  /** sha256 of server.py without what is this folder's own in it; null where there is none. */
  readonly codeHash: string | null;
  /** The last verdict, as the run's row shows it. */
  readonly verdict: string | null;
  readonly reward: number | null;
  readonly finalAnswer: string | null;
}

export interface PreparedExport {
  readonly kind: 'studio';
  readonly run: NewRun;
}

export type WorkerInput =
  | {
      readonly kind: 'session';
      readonly name: string;
      readonly files: Readonly<Partial<Record<SessionRole, Buffer>>>;
      readonly journals: readonly { readonly path: string; readonly size: number }[];
      /** What is known to be missing already. */
      readonly missing: readonly string[];
    }
  | { readonly kind: 'json'; readonly name: string; readonly bytes: Buffer }
  | {
      readonly kind: 'studio';
      readonly name: string;
      readonly head: Buffer;
      readonly steps: Buffer;
      readonly states: Buffer;
      readonly beside: Readonly<Record<string, Buffer>>;
    };

/** Two ends of the same run to be compared. */
export interface CompareInput {
  readonly kind: 'compare';
  readonly name: string;
  readonly base: Buffer;
  readonly states: readonly [Buffer, Buffer];
  readonly clock: { readonly from: number; readonly to: number };
  readonly given: string;
}

export type SessionRole = 'trajectory' | 'initial' | 'final' | 'code' | 'log';

export type WorkerAnswer =
  | { readonly kind: 'run'; readonly run: PreparedRun | PreparedExport }
  | { readonly kind: 'compared'; readonly same: boolean }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };
