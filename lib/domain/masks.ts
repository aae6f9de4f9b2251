/**
 * Which parts of a newly written value came from the clock or from chance. Pure.
 *
 * The rules lean to keeping: what the client sent in the call's arguments is never masked (so a different business date
 * stays different), nor is a code that the database held before. What is left and reads as a time within the call's
 * window, or a usual distance from it, becomes `<now>`, `<now+7d>`, `<today>`; what reads as generated becomes `<random>`.
 */

import type { Known, MaskedPart, Told } from './known-masks.ts';

export interface MaskContext {
  /** Unix milliseconds between which the call ran. */
  readonly startMs: number;
  readonly endMs: number;
  /** Offsets from UTC at which naive times may be written, in ms: 0 and the machine's zone. */
  readonly zones: readonly number[];
  readonly given: Given;
  /** What earlier calls of the episode wrote: the client may send it back, apps copy it and spell it in other ways. */
  readonly known: Known;
  /** Was the text in the database before the call? */
  readonly existed: (text: string) => boolean;
}

/** What the client sent: the arguments' text, and the dates and times in it. */
export interface Given {
  readonly text: string;
  /** Unix seconds. */
  readonly instants: ReadonlySet<number>;
  /** Days since 1970. */
  readonly days: ReadonlySet<number>;
}

export type MaskKind = 'time' | 'random';

export interface Masked {
  readonly text: string;
  readonly kinds: ReadonlySet<MaskKind>;
  /** Each part that was masked and is told apart from others like it: all but dates. */
  readonly parts: readonly MaskedPart[];
}

export const RANDOM = '<random>';
const NOW = '<now>';
const DAY_MASK = /^<(today|midnight)/;
/** Characters of a call's arguments that are looked at. */
const GIVEN_LENGTH = 262_144;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const DATE = String.raw`(?<y>\d{4})-(?<mo>\d\d)-(?<d>\d\d)`;
const TIME = String.raw`(?<h>\d\d):(?<mi>\d\d)(?::(?<s>\d\d)(?<f>[.,]\d{1,9})?)?(?<z> ?(?:Z|UTC|[+-]\d\d:?\d\d))?`;
/** Order counts: the first alternative that matches at a place wins. */
const PATTERN = new RegExp(
  [
    String.raw`(?<uuid>\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b)`,
    String.raw`(?<![\d-])${DATE}(?:[T ]${TIME})?(?![\d-])`,
    String.raw`(?<!\d)(?<cy>20\d\d)(?<cmo>\d\d)(?<cd>\d\d)(?:[T_-]?(?<ch>\d\d)(?<cmi>\d\d)(?<cs>\d\d)(?<cf>\d{3,6})?)?(?!\d)`,
    String.raw`(?<!\d)(?<epoch>1\d{9,24})(?!\d)`,
    String.raw`(?<hex>\b(?=[0-9a-fA-F]*\d)[0-9a-fA-F]{16,}\b)`,
    String.raw`(?<code>(?<=\b[A-Za-z][A-Za-z0-9]{0,11}[-_])(?!20\d\d[01]\d[0-3]\d)(?=[a-fA-F]*\d)[0-9a-fA-F]{6,15}\b)`,
    String.raw`(?<mixed>(?<=\b[A-Z]{2,10}[-_])(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{6,15}\b)`,
    String.raw`(?<token>(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[A-Za-z0-9_-]{20,}(?![\w-]))`,
    String.raw`(?<short>(?<!\w)(?=[a-fA-F]*\d)(?:[0-9a-f]{8,15}|[0-9A-F]{8,15})(?!\w))`,
  ].join('|'),
  'g',
);
const CLOCK_TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?$/;

export function readGiven(argumentsJson: string | null): Given {
  const text = (argumentsJson ?? '').slice(0, GIVEN_LENGTH);
  const instants = new Set<number>();
  const days = new Set<number>();
  for (const { groups } of text.matchAll(PATTERN)) {
    const time = groups === undefined ? undefined : parseTime(groups);
    if (time === undefined) continue;
    if (!time.dateOnly) instants.add(Math.floor(time.ms / SECOND));
    days.add(Math.floor(time.naiveMs / DAY));
  }
  return { text, instants, days };
}

/** @param old the cell's value before, where it had one */
export function maskText(value: string, context: MaskContext, old?: string): Masked {
  const kinds = new Set<MaskKind>();
  const parts: MaskedPart[] = [];
  const clock = CLOCK_TIME.exec(value);
  if (clock !== null) {
    const mask = maskClockTime(value, clock, context);
    if (mask === undefined) return { text: value, kinds, parts };
    return { text: mask, kinds: new Set(['time']), parts: [{ text: value, mask }] };
  }
  const text = value.replace(PATTERN, (match: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Groups;
    const time = parseTime(groups);
    const mask = context.known.text(match) ?? maskMatch(match, groups, time, context, old);
    if (mask === undefined) return match;
    kinds.add(mask === RANDOM ? 'random' : 'time');
    const told = time ?? (mask.endsWith('>') ? toldByDigits(groups) : undefined);
    if (!DAY_MASK.test(mask)) parts.push({ text: match, mask, ...(told && { told }) });
    return mask;
  });
  return { text, kinds, parts };
}

/** Epoch seconds, milliseconds or microseconds as numbers; undefined where the number is none of the window's. */
export function maskNumber(value: number, context: MaskContext): MaskedPart | undefined {
  const told = toldByNumber(value);
  if (told === undefined || context.given.text.includes(String(value))) return undefined;
  const mask = context.known.time(told) ?? nearNow(told.ms, told.precision, context, [0]);
  return mask === undefined ? undefined : { text: String(value), mask, told };
}

function toldByNumber(value: number): Told | undefined {
  if (value < 1e9 || value > 4e15) return undefined;
  const unit = value > 1e14 ? 1e-3 : value > 1e11 ? 1 : SECOND;
  const precision = unit === SECOND && Number.isInteger(value) ? SECOND : 1;
  return { ms: value * unit, precision, zoned: true };
}

function toldByDigits({ epoch }: Groups): Told | undefined {
  return epoch === undefined ? undefined : toldByNumber(Number(epoch));
}

type Groups = Readonly<Record<string, string | undefined>>;

interface Time extends Told {
  /** As written, whatever its zone. */
  readonly naiveMs: number;
  readonly dateOnly: boolean;
}

function maskMatch(
  match: string,
  groups: Groups,
  time: Time | undefined,
  context: MaskContext,
  old: string | undefined,
): string | undefined {
  const { given } = context;
  if (given.text.includes(match)) return undefined;
  if (time === undefined) {
    if (groups.epoch !== undefined) return maskDigits(groups.epoch, context);
    return context.existed(match) ? undefined : RANDOM;
  }
  const day = Math.floor(time.naiveMs / DAY);
  if (time.dateOnly || time.naiveMs % DAY === 0) {
    return given.days.has(day) ? undefined : maskDay(day, time.dateOnly, context, old);
  }
  if (given.instants.has(Math.floor(time.ms / SECOND))) return undefined;
  const known = context.known.time(time);
  if (known !== undefined) return known;
  const mask = nearNow(time.ms, time.precision, context, time.zoned ? [0] : context.zones);
  // A time at a distance that stood somewhere before was copied, whatever the clock says.
  return mask !== undefined && mask !== NOW && context.existed(match) ? undefined : mask;
}

/**
 * An epoch, or one with more digits behind it (`CODE` + seconds + number). Seconds and a number that the client sent read
 * as microseconds too, which may by chance be the call's.
 */
function maskDigits(digits: string, context: MaskContext): string | undefined {
  const numbered = digits.length > 10 && new RegExp(`\\b${digits.slice(10)}\\b`).test(context.given.text);
  for (const length of numbered ? [10] : [digits.length, 13, 10]) {
    if (length > digits.length) continue;
    const mask = maskNumber(Number(digits.slice(0, length)), context)?.mask;
    if (mask !== undefined && (length === digits.length || mask === NOW)) return mask + digits.slice(length);
  }
  return undefined;
}

/** A date without a time says little: only today, or a usual term from today where nothing else explains it. */
function maskDay(
  day: number,
  dateOnly: boolean,
  context: MaskContext,
  old: string | undefined,
): string | undefined {
  for (const zone of context.zones) {
    for (const ms of [context.startMs, context.endMs]) {
      const ahead = day - Math.floor((ms + zone) / DAY);
      if (ahead === 0) return dateOnly ? '<today>' : '<midnight>';
      const explained = context.given.days.size > 0 || (old !== undefined && /^\d{4}-\d\d-\d\d/.test(old));
      if (!explained && isUsualTerm(ahead)) return `<today+${ahead}d>`;
    }
  }
  return undefined;
}

function isUsualTerm(days: number): boolean {
  return days > 0 && days <= 366 && (days <= 31 || days % 7 === 0 || days % 30 === 0 || days >= 365);
}

/**
 * Within the window, or a distance from it that apps add: whole days up to ten years, whole hours up to three days,
 * five minutes' multiples up to three hours. A time that is none of the clock's meets these by chance in 1 of 40,000,
 * 1 of 1,800 (if within three days) and 1 of 150 (if within three hours).
 */
function nearNow(
  ms: number,
  precision: number,
  context: MaskContext,
  zones: readonly number[],
): string | undefined {
  const slack = precision >= SECOND ? precision : 50;
  for (const [unit, reach, name] of DISTANCES) {
    for (const zone of zones) {
      const count = Math.round((ms - zone - context.startMs) / unit);
      if (Math.abs(count * unit) > reach) continue;
      const at = ms - zone - count * unit;
      if (at < context.startMs - slack || at > context.endMs + 50) continue;
      return count === 0 ? NOW : `<now${count > 0 ? '+' : ''}${(count * unit) / name.ms}${name.text}>`;
    }
  }
  return undefined;
}

/** Unit, reach, and how it is written. The first one finds the call itself, in every zone. */
const DISTANCES: readonly (readonly [number, number, { readonly ms: number; readonly text: string }])[] = [
  [DAY, 0, { ms: DAY, text: 'd' }],
  [DAY, 3660 * DAY, { ms: DAY, text: 'd' }],
  [HOUR, 3 * DAY, { ms: HOUR, text: 'h' }],
  [5 * MINUTE, 3 * HOUR, { ms: MINUTE, text: 'm' }],
];

function maskClockTime(value: string, clock: RegExpExecArray, context: MaskContext): string | undefined {
  if (context.given.text.includes(value)) return undefined;
  if (context.known.text(value) === NOW) return NOW;
  const ms = Number(clock[1]) * HOUR + Number(clock[2]) * MINUTE + Number(clock[3]) * SECOND;
  for (const zone of context.zones) {
    const from = Math.floor((context.startMs + zone) / SECOND) * SECOND;
    for (let at = from; at <= context.endMs + zone && at < from + HOUR; at += SECOND) {
      if (at % DAY === ms) return NOW;
    }
  }
  return undefined;
}

function parseTime(groups: Groups): Time | undefined {
  const compact = groups.cy !== undefined;
  const year = groups.y ?? groups.cy;
  if (year === undefined) return undefined;
  const [month, day] = compact ? [groups.cmo, groups.cd] : [groups.mo, groups.d];
  const [hour, minute, second] = compact
    ? [groups.ch, groups.cmi, groups.cs]
    : [groups.h, groups.mi, groups.s];
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return undefined;
  const fraction = compact ? (groups.cf ?? '') : (groups.f?.slice(1) ?? '');
  const naiveMs =
    Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour ?? 0),
      Number(minute ?? 0),
      Number(second ?? 0),
    ) + Math.floor(Number(`0.${fraction || '0'}`) * SECOND);
  const offset = zoneOffset(groups.z);
  // '.000000' is how SQLAlchemy writes a time that was cut to seconds.
  const precision = /[1-9]/.test(fraction) ? 1 : second !== undefined ? SECOND : MINUTE;
  return {
    ms: naiveMs - (offset ?? 0),
    naiveMs,
    zoned: offset !== undefined,
    dateOnly: hour === undefined,
    precision,
  };
}

function zoneOffset(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined;
  const match = /([+-])(\d\d):?(\d\d)/.exec(zone);
  if (match === null) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * HOUR + Number(match[3]) * MINUTE);
}
