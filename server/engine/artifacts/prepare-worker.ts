/** Worker thread: reads artifacts, which are untrusted and may be large, away from the event loop. */
import { parentPort } from 'node:worker_threads';
import { prepareJson, prepareSession } from './prepare.ts';
import { prepareStudio } from './read-studio.ts';
import type { PreparedExport, PreparedRun, WorkerAnswer, WorkerInput } from './prepared.ts';
import { ArtifactError } from './source.ts';

parentPort?.on('message', (input: WorkerInput) => {
  parentPort?.postMessage(answer(asBuffers(input) as WorkerInput));
});

function answer(input: WorkerInput): WorkerAnswer {
  try {
    return { kind: 'run', run: prepare(input) };
  } catch (error) {
    if (error instanceof ArtifactError) return { kind: 'refused', message: error.message };
    return {
      kind: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

function prepare(input: WorkerInput): PreparedRun | PreparedExport {
  switch (input.kind) {
    case 'session':
      return prepareSession(input);
    case 'json':
      return prepareJson(input);
    case 'studio':
      return prepareStudio(input);
  }
}

/** Buffers arrive as plain Uint8Arrays. */
function asBuffers(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return value.map(asBuffers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, asBuffers(item)]));
}
