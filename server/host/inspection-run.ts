import type { Socket } from 'node:net';
import type { ZodType } from 'zod';
import { AppError } from '../../lib/contracts/errors.ts';
import { encodeFrame, FrameDecoder } from './frames.ts';
import { parseJson, type ExitStatus } from './messages.ts';

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const DEADLINE_MS = 60_000;

/**
 * Has one process read code or make databases; it is gone, or being killed, when this settles.
 * @throws AppError runtime_failed, deadline_exceeded
 */
export function runInspection<T>(
  socket: Socket,
  request: Readonly<Record<string, unknown>>,
  answer: ZodType<T>,
  kill: () => Promise<ExitStatus>,
  signal: AbortSignal | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const decoder = new FrameDecoder(MAX_ANSWER_BYTES);
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
    const timer = setTimeout(() => {
      fail('deadline_exceeded', 'Reading the verifiers takes too long; the machine may be too busy.');
    }, DEADLINE_MS);
    const onAbort = (): void => {
      fail('deadline_exceeded', 'The audit was cancelled.');
    };
    const onData = (chunk: Buffer): void => {
      try {
        const frame = decoder.push(chunk)[0];
        if (frame === undefined) return;
        const parsed = answer.safeParse(parseJson(frame.body));
        if (!parsed.success) fail('runtime_failed', 'What was read of the verifiers is not understood.');
        else
          end(() => {
            resolve(parsed.data);
          });
      } catch (error) {
        fail('runtime_failed', `What was read of the verifiers broke the frame rules: ${String(error)}`);
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
      fail('runtime_failed', 'The process that reads verifiers ended without an answer.');
    });
    socket.write(encodeFrame({ op: 'inspect' }, Buffer.from(JSON.stringify(request))));
  });
}
