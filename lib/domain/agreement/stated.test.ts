import { describe, expect, it } from 'vitest';
import { drift, forecast, localisation, NOMINAL, pairAgreement, reliability, rushed } from './index.ts';
import { seededRandom } from '../../util/seeded-random.ts';
import { itemsOf, rates } from './testing/tables.ts';

const of = (lines: readonly string[], size = 2, seed = 1) =>
  reliability({ items: itemsOf(lines.map(rates)), size, scale: NOMINAL, seed });

/** No NaN anywhere: JSON would tell it as null, which no figure means. */
function expectNumbers(value: unknown): void {
  JSON.stringify(value, (key, inner: unknown) => {
    if (typeof inner === 'number') expect(inner, key).toSatisfy(Number.isFinite);
    return inner;
  });
}

describe('what cannot be computed says why', () => {
  it.each([
    ['nothing labelled', [], 'no_labels'],
    ['one annotator', ['0 1 0'], 'one_annotator'],
    ['two who never met', ['0 1 . .', '. . 1 0'], 'no_overlap'],
    ['one value alone', ['0 0 0', '0 0 0'], 'one_category'],
  ])('%s', (_, lines, why) => {
    const found = of(lines);
    expect(found.alpha).toEqual({ value: null, why, low: null, high: null });
    expect(found.fleiss).toMatchObject({ value: null, why });
    expectNumbers(found);
  });

  it('one value alone still has its percent, without an interval', () => {
    expect(of(['0 0 0', '0 0 0']).percent).toMatchObject({ value: 1, low: null, noInterval: 'all_agree' });
  });

  it('one item has values and no interval', () => {
    const found = of(['0', '1']);
    expect(found.percent).toMatchObject({ value: 0, noInterval: 'one_item' });
    expect(found.alpha).toMatchObject({ value: 0, noInterval: 'one_item' });
    expectNumbers(found);
  });

  it('a value so rare that resamples miss it has no interval for what hangs on it', () => {
    const found = of(['0 0 0 0 0 1', '0 0 0 0 0 0']);
    expect(found.alpha).toMatchObject({ noInterval: 'unstable' });
    expect(found.percent.low).not.toBeNull();
    expectNumbers(found);
  });

  it('pairs: nothing in common, one value, one item', () => {
    const pair = (lines: readonly string[]) =>
      pairAgreement(itemsOf(lines.map(rates)), [0, 1], { size: 2, ordered: true });
    expect(pair(['0 .', '. 1']).kappa).toMatchObject({ why: 'no_overlap' });
    expect(pair(['0 0', '0 0'])).toMatchObject({ kappa: { why: 'one_category' }, weighted: null, agrees: 2 });
    expect(pair(['0', '1']).kappa).toMatchObject({ value: 0, noInterval: 'one_item' });
    expect(pair(['0 1', '0 1']).kappa).toMatchObject({ value: 1, noInterval: 'all_agree' });
  });
});

describe('intervals', () => {
  const random = seededRandom(3);
  const truth = Array.from({ length: 200 }, () => (random() < 0.5 ? 1 : 0));
  const noisy = truth.map((value) => (random() < 0.15 ? 1 - value : value));
  const lines = [truth.join(' '), noisy.join(' ')];

  it('are the same for the same seed, others for another, and hold the value', () => {
    const first = of(lines);
    expect(of(lines)).toEqual(first);
    expect(of(lines, 2, 2).alpha.low).not.toBe(first.alpha.low);
    expect(first.resamples).toBe(1_000);
    const { value, low, high } = first.percent;
    // The normal interval of a share of 200.
    const half = 1.96 * Math.sqrt(((value ?? 0) * (1 - (value ?? 0))) / 200);
    expect(low).toBeCloseTo((value ?? 0) - half, 1);
    expect(high).toBeCloseTo((value ?? 0) + half, 1);
  });

  it('take the steps of an item together: ten alike steps tell no more than one', () => {
    const items = itemsOf(lines.map(rates));
    const one = reliability({ items, size: 2, scale: NOMINAL });
    const ten = reliability({
      items: items.map((item) => Array.from({ length: 10 }, () => item[0] ?? [])),
      size: 2,
      scale: NOMINAL,
    });
    expect(ten).toMatchObject({ items: 200, units: 2_000 });
    expect(ten.percent).toEqual(one.percent);
  });

  it('cover what is true in about 95 of 100 samples', () => {
    let covered = 0;
    for (let sample = 0; sample < 200; sample += 1) {
      const pairs = Array.from({ length: 60 }, () => (random() < 0.8 ? [0, 0] : [0, 1]));
      const found = of([pairs.map(([a]) => a).join(' '), pairs.map(([, b]) => b).join(' ')], 2, sample);
      if ((found.percent.low ?? 1) <= 0.8 && (found.percent.high ?? 0) >= 0.8) covered += 1;
    }
    expect(covered).toBeGreaterThan(180);
    expect(covered).toBeLessThan(199);
  });
});

it('first errors agree within the tolerance; none against a step never does', () => {
  const items = [[3, 3], [3, 4], [3, 6], ['none', 'none'], ['none', 2], [5]] as const;
  expect(localisation(items, 0)).toMatchObject({
    same: 1,
    near: 0,
    apart: 2,
    bothNone: 1,
    noneAgainstStep: 1,
    pairs: 5,
    items: 5,
    agreement: { value: 2 / 5 },
    onSteps: { value: 1 / 3 },
  });
  expect(localisation(items, 1)).toMatchObject({ near: 1, apart: 1, agreement: { value: 3 / 5 } });
  expect(localisation(items, 3)).toMatchObject({ near: 2, apart: 0, agreement: { value: 4 / 5 } });
  expect(localisation([], 1).agreement).toMatchObject({ why: 'no_labels' });
  expect(localisation([[1], ['none']], 1).agreement).toMatchObject({ why: 'no_overlap' });
  // Three annotators: each item counts once, whatever its pairs.
  expect(localisation([[1, 1, 9]], 0).agreement).toMatchObject({ value: 1 / 3, noInterval: 'one_item' });
  expect(localisation([['none', 'none']], 0).onSteps).toMatchObject({ why: 'no_overlap' });
});

describe('drift', () => {
  const random = seededRandom(9);
  const scores = (count: number, chance: (at: number) => number) =>
    Array.from({ length: count }, (_, at) => ({ atMs: at * 1_000, score: random() < chance(at) ? 1 : 0 }));

  it('flags the window in which agreement fell, and says nothing of chance', () => {
    const fell = drift(
      scores(300, (at) => (at < 250 ? 0.9 : 0.4)),
      6,
    );
    expect(fell.windows.map(({ flagged }) => flagged)[5]).toBe(true);
    expect(fell.p).toBeLessThan(0.01);
    let falsely = 0;
    for (let sample = 0; sample < 100; sample += 1) {
      const steady = drift(
        scores(120, () => 0.8),
        6,
        sample,
      );
      if (steady.windows.some(({ flagged }) => flagged)) falsely += 1;
    }
    expect(falsely).toBeLessThan(13);
  });

  it('states what it cannot tell', () => {
    expect(drift([], 4)).toMatchObject({ windows: [], why: 'too_few', p: null });
    const same = drift(
      scores(40, () => 1),
      4,
    );
    expect(same).toMatchObject({ why: 'no_variation', mean: 1 });
    const few = drift(
      scores(3, () => 0.5),
      4,
    );
    expect(few.why).toBe('too_few');
    expectNumbers([same, few]);
  });
});

it('rushed labels are those far below the pace of others or one’s own, by length', () => {
  const label = (person: string, at: number, activeMs: number, steps = 9) => ({
    id: `${person}${String(at)}`,
    person,
    activeMs,
    steps,
  });
  const six = (person: string, ms: number) =>
    Array.from({ length: 6 }, (_, at) => label(person, at, ms * (at + 1), at));
  const labels = [...six('a', 10_000), ...six('b', 12_000), ...six('hasty', 2_000), label('a', 9, 20_000)];
  const found = rushed(labels);
  // All that the hasty one did, and the one of a that took 20 s for ten.
  expect(found.filter(({ person }) => person === 'hasty')).toHaveLength(6);
  expect(found.find(({ person }) => person === 'hasty')?.ofOthers).toBeCloseTo(2 / 11);
  expect(found.filter(({ person }) => person !== 'hasty')).toMatchObject([{ id: 'a9', ofOwn: 0.2 }]);
  // Two steps are soon judged.
  expect(rushed([...six('a', 10_000), label('a', 9, 30_000, 2)])).toEqual([]);
  expect(rushed([label('a', 1, 5)])).toEqual([]);
});

it('a forecast is an interval, or says why there is none', () => {
  const steady = forecast([100, 100, 100], 250);
  expect(steady).toEqual({ days: 2.5, low: 2.5, high: 2.5 });
  const uneven = forecast([0, 200, 0, 100, 50, 0, 250], 600);
  if ('none' in uneven) throw new Error(uneven.none);
  expect(uneven.low).toBeLessThan(uneven.days);
  expect(uneven.high).toBeGreaterThan(uneven.days);
  expect(forecast([100, 100, 100], 0)).toEqual({ none: 'done' });
  expect(forecast([100], 5)).toEqual({ none: 'too_early' });
  expect(forecast([0, 0, 0], 5)).toEqual({ none: 'no_pace' });
});

it('where nobody ever agrees no interval of no width is made up', () => {
  const found = of(['0 0 0 0', '1 1 1 1']);
  expect(found.percent).toMatchObject({ value: 0, low: null, noInterval: 'no_variation' });
  const pair = pairAgreement(itemsOf([rates('0 0 1'), rates('0 0 0')]), [0, 1], { size: 2, ordered: false });
  expect(pair.kappa).toMatchObject({ value: 0, noInterval: 'no_variation' });
});
