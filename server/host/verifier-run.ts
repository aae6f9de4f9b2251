import type { Socket } from 'node:net';
import { parseLossless } from '../../lib/util/lossless-json.ts';
import { encodeFrame, FrameDecoder, MAX_CONTROL_BYTES, type Frame } from './frames.ts';
import { verifierOutcome, type ExitStatus } from './messages.ts';
import type { VerifierOutcome, VerifierRun } from './types.ts';

/** Talks to one verifier's process. Resolves once it has answered, ended or been killed. */
export function runVerifier(
  socket: Socket,
  run: VerifierRun,
  kill: () => Promise<ExitStatus>,
  signal: AbortSignal | undefined,
): Promise<VerifierOutcome> {
  return new Promise((resolve) => {
    const decoder = new FrameDecoder(MAX_CONTROL_BYTES);
    let settled = false;
    const finish = (outcome: VerifierOutcome): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      void kill();
      socket.destroy();
      resolve(outcome);
    };
    const timer = setTimeout(() => {
      finish({ kind: 'timeout', afterMs: run.deadlineMs });
    }, run.deadlineMs);
    const onAbort = (): void => {
      finish({ kind: 'crashed', exit: { kind: 'cancelled' } });
    };
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
    const broken = (message: string): void => {
      finish({ kind: 'crashed', exit: { kind: 'protocol', message } });
    };
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      let frame: Frame | undefined;
      try {
        frame = decoder.push(chunk)[0];
      } catch (error) {
        broken(String(error));
      }
      if (frame === undefined) return;
      const outcome = parseOutcome(frame.body);
      if (outcome === undefined) broken('the verifier’s answer is not understood');
      else finish(outcome);
    });
    socket.once('close', () => {
      if (settled) return;
      void kill().then((status) => {
        finish({ kind: 'crashed', exit: { kind: 'crashed', ...status, lastLog: '' } });
      });
    });
    const request = {
      code: run.code,
      function_name: run.functionName,
      initial_db: run.initialDb,
      final_db: run.finalDb,
      ...(run.finalAnswer === undefined ? {} : { final_answer: run.finalAnswer }),
      ...(run.observe === true && { observe: true }),
    };
    socket.write(encodeFrame({ op: 'verify' }, Buffer.from(JSON.stringify(request))));
  });
}

function parseOutcome(body: Buffer): VerifierOutcome | undefined {
  try {
    const text = body.toString('utf8');
    const parsed = verifierOutcome.safeParse(JSON.parse(text));
    if (!parsed.success) return undefined;
    if (parsed.data.kind !== 'returned') return parsed.data;
    // What the verifier returned goes to the wire as Python spells it.
    const { value } = parseLossless(text) as { readonly value?: unknown };
    return { ...parsed.data, value };
  } catch {
    return undefined;
  }
}
