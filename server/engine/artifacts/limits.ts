const MIB = 1024 * 1024;

/** What an import takes. Artifacts are untrusted: each bound is checked against bytes that came, never against a header. */
export const IMPORT_LIMITS = {
  /** trajectory.json, a log in one piece, one line of a log. A step's answer has 100 MiB at most. */
  jsonBytes: 256 * MIB,
  lineBytes: 64 * MIB,
  databaseBytes: 32 * MIB,
  logBytes: 64 * MIB,
  codeBytes: 16 * MIB,
  statesBytes: 1024 * MIB,
  /** Files in one source, and entries in one zip. */
  files: 120_000,
  /** Bytes that a zip unpacks to, and how many times more than it has. Deflate reaches 1,030; text of logs 30 to 60. */
  zipBytes: 64 * 1024 * MIB,
  zipRatio: 300,
  /** Below this size a ratio says nothing. */
  zipRatioFrom: 64 * MIB,
  steps: 50_000,
  pathCharacters: 1_000,
  depth: 32,
} as const;

/** What a browser may send to one import. */
export const UPLOAD_LIMITS = {
  fileBytes: 2 * 1024 * MIB,
  files: 20_000,
  bytes: 8 * 1024 * MIB,
  lifeMs: 60 * 60_000,
  uploads: 16,
} as const;
