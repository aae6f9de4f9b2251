import type { RunCurves } from '../../../../lib/contracts/runs.ts';
import type { Matches } from './matches.ts';
import { single } from './run-columns.ts';
import type { RunColumns } from './run-columns.ts';

const MAX_CURVES = 20;
const MAX_POINTS = 500;

interface Sum {
  runs: number;
  verified: number;
  passed: number;
  rewards: number;
  rewarded: number;
}

/** By experiment, those with most runs first. What the studio tried itself is in no rate. */
export function curvesOf(columns: RunColumns, { states }: Matches): RunCurves['curves'] {
  const steps = columns.numbers.get('train_step');
  const rewards = columns.numbers.get('reward');
  const [outcome, experiment, origin] = ['outcome', 'experiment', 'origin'].map((name) =>
    columns.values.get(name),
  );
  const byExperiment = new Map<string | null, Map<number, Sum>>();
  for (let slot = 0; slot < states.length; slot++) {
    const step = steps?.values[slot] ?? NaN;
    if (states[slot] !== 0 || Number.isNaN(step) || origin?.at(slot)[0] === 'what_if') continue;
    const name = single(experiment, slot);
    let curve = byExperiment.get(name);
    if (curve === undefined) byExperiment.set(name, (curve = new Map<number, Sum>()));
    let sum = curve.get(step);
    if (sum === undefined)
      curve.set(step, (sum = { runs: 0, verified: 0, passed: 0, rewards: 0, rewarded: 0 }));
    const result = single(outcome, slot);
    const reward = rewards?.values[slot] ?? NaN;
    sum.runs++;
    if (result !== null) sum.verified++;
    if (result === 'pass') sum.passed++;
    if (Number.isNaN(reward)) continue;
    sum.rewards += reward;
    sum.rewarded++;
  }
  const sized = [...byExperiment].map(([name, curve]) => {
    let runs = 0;
    for (const sum of curve.values()) runs += sum.runs;
    return { name, curve, runs };
  });
  return sized
    .sort((a, b) => b.runs - a.runs || (String(a.name) < String(b.name) ? -1 : 1))
    .slice(0, MAX_CURVES)
    .map(({ name, curve }) => ({ experiment: name, points: pointsOf(curve) }));
}

/** One point a train_step; near ones together where there are too many. */
function pointsOf(curve: ReadonlyMap<number, Sum>): RunCurves['curves'][number]['points'] {
  const steps = [...curve.keys()].sort((a, b) => a - b);
  const [first = 0, last = 0] = [steps[0], steps.at(-1)];
  const width = steps.length <= MAX_POINTS ? 0 : Math.ceil((last - first + 1) / MAX_POINTS);
  const bins = new Map<number, number[]>();
  for (const step of steps) {
    const bin = width === 0 ? step : Math.floor((step - first) / width);
    const found = bins.get(bin);
    if (found === undefined) bins.set(bin, [step]);
    else found.push(step);
  }
  return [...bins.values()].map((some) => {
    const total: Sum = { runs: 0, verified: 0, passed: 0, rewards: 0, rewarded: 0 };
    for (const step of some) {
      const sum = curve.get(step);
      if (sum === undefined) continue;
      total.runs += sum.runs;
      total.verified += sum.verified;
      total.passed += sum.passed;
      total.rewards += sum.rewards;
      total.rewarded += sum.rewarded;
    }
    const { runs, verified, passed, rewarded } = total;
    const [from = 0, to = 0] = [some[0], some.at(-1)];
    return { from, to, runs, verified, passed, meanReward: rewarded === 0 ? null : total.rewards / rewarded };
  });
}
