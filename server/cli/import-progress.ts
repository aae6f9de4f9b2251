import { SingleBar } from 'cli-progress';
import type { JobLine } from '../../lib/contracts/jobs.ts';
import type { CliIo } from './io.ts';

/** What an import says while it runs, and its report afterwards. */
export interface ImportProgress {
  readonly signal: AbortSignal;
  readonly lines: readonly JobLine[];
  total(parts: number): void;
  now(what: string): void;
  line(line: Omit<JobLine, 'run'> & { readonly run?: string | null }): void;
  /** Writes the sum. Idempotent. */
  end(): void;
}

/** Lines of what failed that are shown; the report has all. */
const SHOWN = 20;
/** Runs between two lines where there is no terminal. */
const EVERY = 200;

/** A bar on a terminal, a line now and then elsewhere; what could not be imported is named at the end. */
export function createImportProgress(io: CliIo, signal: AbortSignal): ImportProgress {
  const lines: JobLine[] = [];
  const bar =
    io.stderr.isTTY === true
      ? new SingleBar({
          format: 'Importing {bar} {value} of {total}',
          stream: io.stderr,
          clearOnComplete: true,
        })
      : undefined;
  let all = 0;
  let isOver = false;
  const started = performance.now();
  return {
    signal,
    lines,
    total(parts) {
      all = parts;
      if (bar?.isActive === true) bar.setTotal(parts);
      else bar?.start(parts, lines.length);
    },
    now: () => undefined,
    line({ run = null, ...line }) {
      lines.push({ ...line, run });
      bar?.update(lines.length);
      if (bar === undefined && lines.length % EVERY === 0)
        io.stderr.write(`${String(lines.length)} of ${String(all)}\n`);
    },
    end() {
      if (isOver) return;
      isOver = true;
      bar?.stop();
      const count = (outcome: JobLine['outcome']) => lines.filter((line) => line.outcome === outcome).length;
      const failed = lines.filter(({ outcome }) => outcome === 'failed');
      for (const { subject, message } of failed.slice(0, SHOWN)) io.stderr.write(`${subject}: ${message}\n`);
      if (failed.length > SHOWN)
        io.stderr.write(`… and ${String(failed.length - SHOWN)} more (see --report)\n`);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      io.stderr.write(
        `${String(count('ok') + count('warning'))} imported (${String(count('warning'))} with something missing), ` +
          `${String(count('skipped'))} skipped, ${String(count('failed'))} failed, in ${seconds} s\n`,
      );
    },
  };
}
