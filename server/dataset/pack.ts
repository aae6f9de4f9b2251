import type {
  GoldSolution,
  PackProblem,
  ScenarioSource,
  ScenarioSummary,
  Verifier,
  VerifierFile,
  VerifierMode,
} from './types.ts';

/** One pack as the dataset joins it with others. Keys are normalised and unique within the pack. */
export interface Pack extends AsyncDisposable {
  readonly name: string;
  readonly path: string;
  readonly kind: 'jsonl' | 'source';
  readonly trusted: boolean;
  scenarios(): readonly ScenarioSummary[];
  problems(): readonly PackProblem[];
  /** @throws AppError not_found, pack_invalid */
  source(key: string): Promise<ScenarioSource>;
  verifier(key: string, taskIdx: number, mode: VerifierMode): Promise<Verifier | undefined>;
  verifierFile(key: string, taskIdx: number, mode: VerifierMode): Promise<VerifierFile | undefined>;
  fingerprint(key: string): string | undefined;
  gold(key: string, taskIdx: number): Promise<GoldSolution | undefined>;
}

export interface PackOptions {
  readonly name: string;
  readonly path: string;
  readonly trusted: boolean;
}

/** Where the dataset tells what it does; pino's loggers fit. */
export interface DatasetLog {
  info(details: Readonly<Record<string, unknown>>, message: string): void;
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
}
