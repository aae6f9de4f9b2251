/** What the calls of one episode got masked so far, by text and, of times, by instant: apps spell one time in several ways. */

/** An instant as a text or a number tells it. */
export interface Told {
  /** Unix milliseconds; of a naive time, as if it were UTC. */
  readonly ms: number;
  /** Milliseconds of the smallest unit that is written. */
  readonly precision: number;
  /** With a zone, or an epoch. */
  readonly zoned: boolean;
}

export interface MaskedPart {
  readonly text: string;
  readonly mask: string;
  /** Of a time. */
  readonly told?: Told;
}

export interface Known {
  text(text: string): string | undefined;
  /** What reads as the same instant, as far as `told` is written. */
  time(told: Told): string | undefined;
}

/** Texts that are remembered per episode. */
const LIMIT = 50_000;
/** To which units a time may be cut when it is told again. */
const UNITS = [1, 1000, 60_000] as const;

export class KnownMasks implements Known {
  readonly #texts = new Map<string, string>();
  readonly #times = new Map<string, string>();

  /** @param zones offsets from UTC, ms, at which naive times may be written */
  remember({ text, mask, told }: MaskedPart, zones: readonly number[]): void {
    if (this.#texts.size >= LIMIT) return;
    this.#texts.set(text, mask);
    if (told === undefined) return;
    this.#rememberTime(told, mask);
    for (const zone of zones)
      this.#rememberTime(
        { ...told, zoned: !told.zoned, ms: told.zoned ? told.ms + zone : told.ms - zone },
        mask,
      );
  }

  text(text: string): string | undefined {
    return this.#texts.get(text);
  }

  time(told: Told): string | undefined {
    return this.#times.get(timeKey(told, told.precision));
  }

  #rememberTime(told: Told, mask: string): void {
    for (const unit of UNITS) {
      if (unit < told.precision) continue;
      const key = timeKey(told, unit);
      if (!this.#times.has(key)) this.#times.set(key, mask);
    }
  }
}

export function eitherKnown(one: Known | undefined, two: Known): Known {
  return {
    text: (text) => one?.text(text) ?? two.text(text),
    time: (told) => one?.time(told) ?? two.time(told),
  };
}

function timeKey({ ms, zoned }: Told, unit: number): string {
  return `${zoned ? 'z' : 'n'}${String(unit)}/${String(Math.floor(ms / unit))}`;
}
