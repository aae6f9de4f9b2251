/** What the rest of the server knows of packs and scenarios. Implemented by `createDataset`. */

export interface ScenarioSummary {
  /** Normalised name: lower-case, `[^a-z0-9_]` → `_`, collapsed. Unique over all packs. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** Short name of the pack it comes from. */
  readonly pack: string;
  /** Packs not marked trusted need the full sandbox on a public bind. */
  readonly trusted: boolean;
  readonly tasks: readonly string[];
  /** Which verifiers each task has, by task index. */
  readonly verifiers: readonly { readonly code: boolean; readonly sql: boolean }[];
  /** As the pack says; null where it says nothing. */
  readonly category: string | null;
  /** Tables of the pack's schema. */
  readonly tableCount: number;
}

export interface TableSource {
  readonly name: string;
  readonly ddl: string;
  readonly indexes: readonly string[];
}

export interface SeedSource {
  readonly tableName: string;
  readonly insertStatements: readonly string[];
}

/** All that is needed to run a scenario. Read when needed, not held. */
export interface ScenarioSource {
  readonly key: string;
  readonly pack: string;
  readonly trusted: boolean;
  /** The FastAPI app, as written by its author. */
  readonly code: string;
  readonly tables: readonly TableSource[];
  readonly seed: readonly SeedSource[];
  /** sha256 (hex) over code, tables and seed. */
  readonly hash: string;
}

export type VerifierMode = 'code' | 'sql';

export interface Verifier {
  readonly mode: VerifierMode;
  readonly code: string;
  /** The first `def verify_…` of the code. */
  readonly functionName: string;
  /** sql mode only; '' where the pack has none. */
  readonly reasoning: string;
  readonly successCriteria: string;
  readonly failureCriteria: string;
  /** sha256 (hex) of mode and code. */
  readonly hash: string;
  /** A saved version that takes the pack's place; absent: the pack's own. */
  readonly version?: number;
}

/** Where a verifier's code stands in its pack. */
export type VerifierFile =
  | { readonly kind: 'source'; /** Below the pack's folder. */ readonly file: string; readonly code: string }
  | {
      readonly kind: 'jsonl';
      readonly file: string;
      readonly line: number;
      /** The row's JSON text. */ readonly row: string;
    };

/** A row or file of a pack that was skipped, and why; the rest of the pack works. */
export interface PackProblem {
  readonly pack: string;
  readonly file: string;
  /** 1-based; absent where the problem is the whole file's. */
  readonly line?: number;
  readonly message: string;
}

export interface PackInfo {
  readonly name: string;
  readonly path: string;
  readonly kind: 'jsonl' | 'source';
  readonly trusted: boolean;
  readonly scenarios: number;
  readonly problems: readonly PackProblem[];
}

/** A gold solution or near-miss of a source pack's task. */
export interface GoldSolution {
  readonly calls: readonly { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }[];
  readonly finalAnswer: string | null;
}

export interface Dataset extends AsyncDisposable {
  packs(): readonly PackInfo[];
  /** In pack order, then in the order of gen_tasks.jsonl (JSONL) or by name (source). */
  list(): readonly ScenarioSummary[];
  /** The JSON text of `[{name, description, num_tasks, tasks}]`, made once per change: 4 MB for the public set. */
  listJson(): string;
  /** Takes any spelling that normalises to a key. */
  find(name: string): ScenarioSummary | undefined;
  /** @throws AppError not_found, pack_invalid */
  source(key: string): Promise<ScenarioSource>;
  /** The first row wins where the data has duplicates. Undefined where the task has none. */
  verifier(key: string, taskIdx: number, mode: VerifierMode): Promise<Verifier | undefined>;
  /** Undefined where the task has none. @throws AppError pack_invalid */
  verifierFile(key: string, taskIdx: number, mode: VerifierMode): Promise<VerifierFile | undefined>;
  /** Changes when anything of a scenario does, verifiers and tasks included; known without reading it. Undefined: no such key. */
  fingerprint(key: string): string | undefined;
  /** Source packs only. */
  gold(key: string, taskIdx: number): Promise<GoldSolution | undefined>;
  /** Called with the keys whose inputs changed on disk (hot reload of source packs). */
  onChange(listener: (keys: readonly string[]) => void): () => void;
}
