import type { Socket } from 'node:net';
import { AppError } from '../../lib/contracts/errors.ts';
import { CELL_LIMIT, SQL_ROW_LIMIT, SQL_TIMEOUT_MS } from '../../lib/contracts/evidence.ts';
import { encodeFrame, FrameDecoder } from './frames.ts';
import { parseJson, queryOutcome, type ExitStatus } from './messages.ts';
import type { QueryOutcome, QueryRun } from './types.ts';

/** An answer as the runtime counts it; as JSON it may take a little more. */
const ANSWER_BYTES = 8 * 1024 * 1024;
const MAX_ANSWER_BYTES = 2 * ANSWER_BYTES;
/** A fork on a busy machine may come late to its query. */
const START_DEADLINE_MS = 10_000;
/** The runtime ends most queries itself at the limit; it is killed this much later, with what it then has sent. */
const GRACE_MS = 50;

/**
 * Has one process run one statement; it is gone, or being killed, when this resolves.
 * @throws AppError runtime_failed, deadline_exceeded
 */
export function runQuery(
  socket: Socket,
  run: QueryRun,
  kill: () => Promise<ExitStatus>,
  signal: AbortSignal | undefined,
): Promise<QueryOutcome> {
  return new Promise((resolve, reject) => {
    const decoder = new FrameDecoder(MAX_ANSWER_BYTES);
    let startedAt: number | undefined;
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      socket.off('data', onData);
      socket.destroy();
      void kill();
      settle();
    };
    const fail = (code: 'runtime_failed' | 'deadline_exceeded', message: string): void => {
      end(() => {
        reject(new AppError(code, message));
      });
    };
    const finish = (outcome: QueryOutcome): void => {
      end(() => {
        resolve(outcome);
      });
    };
    let timer = setTimeout(() => {
      fail('deadline_exceeded', 'The machine is too busy to start the query; try again.');
    }, START_DEADLINE_MS);
    const onStarted = (): void => {
      startedAt = performance.now();
      clearTimeout(timer);
      timer = setTimeout(() => {
        finish({ kind: 'stopped', afterMs: performance.now() - (startedAt ?? 0) });
      }, SQL_TIMEOUT_MS + GRACE_MS);
    };
    const onAbort = (): void => {
      fail('deadline_exceeded', 'The query was cancelled.');
    };
    const onData = (chunk: Buffer): void => {
      try {
        for (const { header, body } of decoder.push(chunk)) {
          if (header['kind'] === 'started' && startedAt === undefined) {
            onStarted();
            continue;
          }
          const outcome = queryOutcome.safeParse(parseJson(body));
          if (outcome.success) finish(outcome.data);
          else fail('runtime_failed', 'The query’s answer is not understood.');
          return;
        }
      } catch (error) {
        fail('runtime_failed', `The query’s answer broke the frame rules: ${String(error)}`);
      }
    };
    if (signal?.aborted === true) {
      onAbort();
      return;
    }
    signal?.addEventListener('abort', onAbort, { once: true });
    socket.on('error', () => undefined);
    socket.on('data', onData);
    socket.once('close', () => {
      if (startedAt === undefined) fail('runtime_failed', 'The query’s process did not start; try again.');
      else finish({ kind: 'ended' });
    });
    socket.write(encodeFrame({ op: 'query' }, Buffer.from(JSON.stringify(requestOf(run)))));
  });
}

function requestOf({ database, initial, sql, explain }: QueryRun): Readonly<Record<string, unknown>> {
  return {
    database,
    initial,
    sql,
    explain,
    timeout_ms: SQL_TIMEOUT_MS,
    rows: SQL_ROW_LIMIT,
    cell: CELL_LIMIT,
    answer_bytes: ANSWER_BYTES,
  };
}
