import { hash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { applyPageDelta } from '../../../lib/domain/page-delta.ts';
import type { NewStep, PackedState } from '../../store/artifacts/types.ts';
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  exportedStepSchema,
  exportHeadSchema,
  type ExportHead,
} from './export-format.ts';
import { IMPORT_LIMITS } from './limits.ts';
import type { PreparedExport, WorkerInput } from './prepared.ts';
import { isObject } from './read-json.ts';
import { ArtifactError, shownName } from './source.ts';
import type { ZodType } from 'zod';

const INLINE_OBSERVATION = 4096;
const INLINE_LOG = 2048;
/** Whole states that are held while the ones that hang on them are checked. */
const HELD_BYTES = 256 << 20;
/** Deltas in a row; the store makes at most 32. */
const MAX_CHAIN = 64;

/** An export of a studio: all is checked against the hashes that it names. @throws ArtifactError */
export function prepareStudio(input: Extract<WorkerInput, { kind: 'studio' }>): PreparedExport {
  const { name } = input;
  const head = readHead(input.head.toString('utf8'), `${name}/studio.json`);
  if (hash('sha256', input.steps, 'hex') !== head.stepsHash)
    throw new ArtifactError(
      `${shownName(name)}: the steps are not those that studio.json names; the export is damaged`,
    );
  const steps = readSteps(input.steps, head, name);
  const states = readStates(input.states, head, name);
  return {
    kind: 'studio',
    run: {
      episode: { ...head.episode, session_id: '', content_hash: head.contentHash, rebuild: null },
      steps,
      states,
      used: head.used,
      verdicts: head.verdicts,
      labels: head.labels,
      notes: head.notes,
      files: head.files.flatMap((file) => {
        const bytes = input.beside[file];
        return bytes === undefined
          ? []
          : [{ name: file, size: bytes.length, packed: zstdCompressSync(bytes) }];
      }),
      messages:
        head.messages === null
          ? null
          : { packed: zstdCompressSync(head.messages.text), by: head.messages.by, at: head.messages.at },
    },
  };
}

function readHead(text: string, name: string): ExportHead {
  const value = parse(text, name);
  if (!isObject(value) || value['format'] !== EXPORT_FORMAT)
    throw new ArtifactError(`${shownName(name)} is not a studio's export`);
  const { version } = value;
  if (typeof version === 'number' && version > EXPORT_VERSION)
    throw new ArtifactError(
      `${shownName(name)} was written by a newer studio (format ${String(version)}; this one reads up to ${String(EXPORT_VERSION)})`,
    );
  return checked(exportHeadSchema, value, name);
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ArtifactError(`${shownName(name)} is not JSON`);
  }
}

function checked<T>(schema: ZodType<T>, value: unknown, name: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ArtifactError(
    `${shownName(name)}: ${shownName(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)}`,
  );
}

function readSteps(bytes: Buffer, head: ExportHead, name: string): NewStep[] {
  const steps: NewStep[] = [];
  if (head.episode.steps > IMPORT_LIMITS.steps)
    throw new ArtifactError(
      `${shownName(name)} has ${String(head.episode.steps)} steps; the limit is ${String(IMPORT_LIMITS.steps)}`,
    );
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(10, start);
    const end = found === -1 ? bytes.length : found;
    const where = `${name}, step ${String(steps.length + 1)}`;
    const step = checked(exportedStepSchema, parse(bytes.toString('utf8', start, end), where), where);
    if (step.seq !== steps.length + 1)
      throw new ArtifactError(`${shownName(where)}: its number is ${String(step.seq)}`);
    const { observation, log_text: log, ...rest } = step;
    const longObservation = observation.length > INLINE_OBSERVATION;
    const longLog = log !== null && log.length > INLINE_LOG;
    steps.push({
      ...rest,
      observation: longObservation ? null : observation,
      observation_packed: longObservation ? zstdCompressSync(observation) : null,
      log_text: longLog ? null : log,
      log_packed: longLog ? zstdCompressSync(log) : null,
    });
    start = end + 1;
  }
  if (steps.length !== head.episode.steps)
    throw new ArtifactError(
      `${shownName(name)} has ${String(steps.length)} steps of ${String(head.episode.steps)}; the export is damaged`,
    );
  return steps;
}

/** Every state is rebuilt and checked against its hash. */
function readStates(bytes: Buffer, head: ExportHead, name: string): PackedState[] {
  const chains = new StateChains(name);
  return head.states.map((state): PackedState => {
    const packed = bytes.subarray(state.offset, state.offset + state.length);
    chains.add({ ...state, packed });
    return { hash: state.hash, size: state.size, base: state.base, packed };
  });
}

class StateChains {
  readonly #name: string;
  readonly #states = new Map<string, PackedState & { readonly depth: number }>();
  readonly #whole = new Map<string, Buffer>();
  #bytes = 0;

  constructor(name: string) {
    this.#name = name;
  }

  add(state: PackedState & { readonly length: number }): void {
    const base = state.base === null ? undefined : this.#states.get(state.base);
    if (state.packed.length !== state.length || state.size > IMPORT_LIMITS.databaseBytes)
      throw this.#damaged(state, 'is cut off or too large');
    if (state.base !== null && base === undefined)
      throw this.#damaged(state, 'hangs on one that is not before it');
    const depth = base === undefined ? 0 : base.depth + 1;
    if (depth > MAX_CHAIN) throw this.#damaged(state, 'hangs on too many others');
    this.#states.set(state.hash, { ...state, depth });
    this.#rebuild(state.hash);
  }

  #rebuild(name: string): void {
    const chain: PackedState[] = [];
    let whole: Buffer | undefined;
    for (let at: string | null = name; at !== null && whole === undefined;) {
      whole = this.#whole.get(at);
      const state = this.#states.get(at);
      if (whole !== undefined || state === undefined) break;
      chain.push(state);
      at = state.base;
    }
    for (const state of chain.reverse()) {
      whole = this.#applied(whole, state);
      if (whole.length !== state.size || hash('sha256', whole, 'hex') !== state.hash)
        throw this.#damaged(state, 'is not what its hash says');
      this.#hold(state.hash, whole);
    }
  }

  #applied(base: Buffer | undefined, state: PackedState): Buffer {
    try {
      const unpacked = zstdDecompressSync(state.packed, { maxOutputLength: IMPORT_LIMITS.databaseBytes * 2 });
      if (state.base === null || base === undefined) return unpacked;
      // The delta's own header says how large the file gets: checked before it is made.
      if (unpacked.length < 13 || unpacked.readDoubleLE(5) !== state.size) throw new Error('of another size');
      return Buffer.from(applyPageDelta(base, unpacked).buffer);
    } catch (error) {
      throw this.#damaged(
        state,
        `cannot be unpacked (${error instanceof Error ? error.message : String(error)})`,
      );
    }
  }

  #hold(name: string, whole: Buffer): void {
    this.#bytes += whole.length;
    this.#whole.set(name, whole);
    for (const [oldest, bytes] of this.#whole) {
      if (this.#bytes <= HELD_BYTES || oldest === name) break;
      this.#whole.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }

  #damaged(state: PackedState, why: string): ArtifactError {
    return new ArtifactError(`${shownName(this.#name)}: the state ${state.hash.slice(0, 12)} ${why}`);
  }
}
