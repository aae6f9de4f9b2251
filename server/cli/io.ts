import { AppError } from '../../lib/contracts/errors.ts';

/** Where a command writes: results to stdout, progress and errors to stderr. */
export interface CliIo {
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** Writes an expected failure as one sentence; anything else is a bug and is thrown on. @returns the exit code */
export function reportFailure(io: CliIo, error: unknown): number {
  if (!(error instanceof AppError)) throw error;
  io.stderr.write(`studio: ${error.message}\n`);
  return 1;
}
