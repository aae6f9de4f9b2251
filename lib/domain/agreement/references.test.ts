import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cohensKappa, intervalScale, masi, masiScale, NOMINAL, ORDINAL } from './index.ts';
import { toleranceScale, weightedKappa, type Scale } from './index.ts';
import { krippendorffAlpha } from './coefficients.ts';
import { itemVector, sumLength, sumOf } from './ratings.ts';
import { seededRandom } from '../../util/seeded-random.ts';
import { itemsOf } from './testing/tables.ts';

const PYTHON = join(import.meta.dirname, '../../../.venv/bin/python');
const random = seededRandom(6);
const below = (n: number): number => Math.floor(random() * n);

type Rates = readonly (number | null)[];
interface Case {
  readonly asked: Readonly<Record<string, unknown>>;
  readonly ours: number | null;
  readonly size: number;
}

/** Two to six raters of up to 60 units, in which an answer is often right and often missing. */
function randomRaters(size: number): readonly Rates[] {
  const truth = Array.from({ length: 2 + below(60) }, () => below(size));
  const noise = random();
  const missing = random() * 0.6;
  return Array.from({ length: 2 + below(5) }, () =>
    truth.map((value) => (random() < missing ? null : random() < noise ? below(size) : value)),
  );
}

const SETS = Array.from(
  { length: 8 },
  (_, bits) => new Set(['x', 'y', 'z'].filter((_, at) => (bits >> at) & 1)),
);
const POSITIONS = [null, 1, 2, 3, 5, 8, 13];

/** The values that were given, coded anew in their order: the references take no others to be in the domain. */
function alphaCase(
  level: 'nominal' | 'ordinal' | 'interval' | 'masi' | 'tolerance',
  size: number,
): Case | null {
  const raw = randomRaters(size);
  const given = [...new Set(raw.flat().filter((value) => value !== null))].sort((a, b) => a - b);
  if (given.length < 2) return null;
  const raters = raw.map((rates) => rates.map((value) => (value === null ? null : given.indexOf(value))));
  const sets = given.map((value) => SETS[value] ?? new Set<string>());
  const positions = given.map((value) => POSITIONS[value] ?? null);
  const scales: Readonly<Record<typeof level, Scale>> = {
    nominal: NOMINAL,
    ordinal: ORDINAL,
    interval: intervalScale(given.map((value) => value ** 1.5)),
    masi: masiScale(sets),
    tolerance: toleranceScale(positions, 2),
  };
  const vectors = itemsOf(raters).map((item) => itemVector(item, given.length));
  const sum = sumOf(vectors, sumLength(given.length));
  const alpha = krippendorffAlpha(sum, given.length, scales[level]);
  const distances = {
    masi: () => sets.map((a) => sets.map((b) => masi(a, b))),
    tolerance: () =>
      positions.map((a) =>
        positions.map((b) => (a === b || (a !== null && b !== null && Math.abs(a - b) <= 2) ? 0 : 1)),
      ),
  };
  const asked =
    level === 'masi' || level === 'tolerance'
      ? { level: 'fixed', distances: distances[level](), raters }
      : {
          level,
          raters:
            level === 'interval'
              ? raters.map((rates) => rates.map((code) => (code === null ? null : (given[code] ?? 0) ** 1.5)))
              : raters,
        };
  return { asked: { of: 'alpha', ...asked }, ours: alpha, size };
}

function kappaCase(weights: 'linear' | 'quadratic' | null, size: number): Case {
  const first = Array.from({ length: 2 + below(200) }, () => below(size));
  const second = first.map((value) => (random() < 0.5 ? below(size) : value));
  const table = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  first.forEach((value, at) => {
    const row = table[value];
    const column = second[at] ?? 0;
    if (row !== undefined) row[column] = (row[column] ?? 0) + 1;
  });
  const ours = weights === null ? (cohensKappa(table)?.value ?? null) : weightedKappa(table, weights);
  const labels = Array.from({ length: size }, (_, value) => value);
  return { asked: { of: 'kappa', first, second, labels, weights }, ours, size };
}

it.skipIf(!existsSync(PYTHON))(
  'A thousand random tables: krippendorff and scikit-learn say the same to 1e-9',
  () => {
    const cases: Case[] = [];
    for (let round = 0; round < 125; round += 1) {
      for (const level of ['nominal', 'ordinal', 'interval', 'masi', 'tolerance'] as const) {
        const made = alphaCase(level, 2 + below(level === 'masi' || level === 'tolerance' ? 6 : 8));
        if (made?.ours !== undefined && made.ours !== null) cases.push(made);
      }
      for (const weights of [null, 'linear', 'quadratic'] as const) {
        const made = kappaCase(weights, 2 + below(6));
        if (made.ours !== null) cases.push(made);
      }
    }
    expect(cases.length).toBeGreaterThan(900);
    const script = join(import.meta.dirname, 'testing/references.py');
    const answers: unknown = JSON.parse(
      execFileSync(PYTHON, [script], {
        input: JSON.stringify(cases.map(({ asked }) => asked)),
        encoding: 'utf8',
        maxBuffer: 1e8,
      }),
    );
    const apart = (answers as readonly number[]).flatMap((theirs, at) => {
      const one = cases[at];
      return Math.abs(theirs - (one?.ours ?? Number.NaN)) <= 1e-9 ? [] : [{ theirs, ...one }];
    });
    expect(apart).toEqual([]);
    expect(answers).toHaveLength(cases.length);
  },
);
