/** Worker thread: reads artifacts, which are untrusted and may be large, away from the event loop. */
import { parentPort } from 'node:worker_threads';
import { sameNormalised } from '../../store/artifacts/take-states.ts';
import { prepareJson, prepareSession } from './prepare.ts';
import { prepareStudio } from './read-studio.ts';
import type { CompareInput, PreparedExport, PreparedRun, WorkerAnswer, WorkerInput } from './prepared.ts';
import { ArtifactError } from './source.ts';

type Input = WorkerInput | CompareInput;

parentPort?.on('message', (input: Input) => {
  parentPort?.postMessage(answer(asBuffers(input) as Input));
});

function answer(input: Input): WorkerAnswer {
  try {
    if (input.kind === 'compare')
      return { kind: 'compared', same: sameNormalised(input.base, input.states, input.clock, input.given) };
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
