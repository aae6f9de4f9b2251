import type { AnswerMasks } from '../../../../lib/domain/compare/index.ts';
import { eitherKnown, KnownMasks } from '../../../../lib/domain/known-masks.ts';
import { maskNumber, maskText, readGiven, type MaskContext } from '../../../../lib/domain/masks.ts';
import { NormalState } from '../../../../lib/domain/normal-state.ts';
import { ROW_LIMITS, SCAN_BYTES, sha256 } from '../../normalise-episode.ts';
import { readRows } from '../../read-rows.ts';
import { exactHash } from '../../snapshots.ts';

const LONGEST_TEXT = 262_144;

export interface TrackStep {
  /** Unix milliseconds by the clocks of the run. */
  readonly startMs: number;
  readonly endMs: number;
  readonly argumentsJson: string | null;
}

export interface TrackState {
  /** sha256 (hex) of the file. */
  readonly hash: string;
  /** Null where it cannot be told, from the first state on that could not be read. */
  readonly normalised: string | null;
}

export interface TrackStart {
  readonly scenarioHash: string;
  readonly rules: ReadonlyMap<string, 'mask' | 'keep'>;
  readonly base: Buffer;
  readonly baseHash: string;
  readonly baseNormalised: string;
}

/** One run's states, followed step by step, and what of its answers came from the clock or chance. */
export class Track {
  /** Of answers. */
  readonly #said = new KnownMasks();
  #normal: NormalState | null;
  #bytes: Buffer;
  #before: Buffer;
  #state: TrackState;
  #step: TrackStep = { startMs: 0, endMs: 0, argumentsJson: null };

  constructor({ scenarioHash, rules, base, baseHash, baseNormalised }: TrackStart) {
    this.#bytes = base;
    this.#before = base;
    this.#state = { hash: baseHash, normalised: baseNormalised };
    try {
      this.#normal = new NormalState(scenarioHash, readRows(base, ROW_LIMITS), rules, sha256);
    } catch {
      this.#normal = null;
    }
  }

  /** Takes in the database after the next step; `bytes` null: it cannot be read. */
  advance(step: TrackStep, bytes: Buffer | null): TrackState {
    this.#step = step;
    this.#before = this.#bytes;
    if (bytes === null) {
      this.#normal = null;
      this.#state = { ...this.#state, normalised: null };
      return this.#state;
    }
    if (bytes.equals(this.#bytes)) return this.#state;
    this.#state = { hash: exactHash(bytes), normalised: this.#normalise(step, bytes) };
    this.#bytes = bytes;
    return this.#state;
  }

  #normalise(step: TrackStep, bytes: Buffer): string | null {
    if (this.#normal === null) return null;
    try {
      const zones = zonesAt(step.startMs);
      this.#normal.advance(readRows(bytes, ROW_LIMITS), { ...step, zones, existed: this.#existed() });
      return sha256(this.#normal.text());
    } catch {
      this.#normal = null;
      return null;
    }
  }

  /** Of the answer to the last step. */
  masks(): AnswerMasks {
    const { startMs, endMs, argumentsJson } = this.#step;
    const context: MaskContext = {
      startMs,
      endMs,
      zones: zonesAt(startMs),
      given: readGiven(argumentsJson),
      known: eitherKnown(this.#normal?.known, this.#said),
      existed: this.#existed(),
    };
    return {
      text: (value) => {
        if (value.length > LONGEST_TEXT) return undefined;
        const { text, kinds, parts } = maskText(value, context);
        for (const part of parts) this.#said.remember(part, context.zones);
        return kinds.size > 0 ? text : undefined;
      },
      number: (value) => {
        const part = maskNumber(value, context);
        if (part !== undefined) this.#said.remember(part, context.zones);
        return part?.mask;
      },
    };
  }

  #existed(): (text: string) => boolean {
    let scanned = 0;
    return (text) => {
      scanned += this.#before.length;
      return scanned < SCAN_BYTES && this.#before.includes(text);
    };
  }
}

function zonesAt(ms: number): readonly number[] {
  const zone = -new Date(ms).getTimezoneOffset() * 60_000;
  return zone === 0 ? [0] : [0, zone];
}
