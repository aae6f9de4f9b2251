import type { ProgressAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import type { ItemRecord, SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import { forecast, median, rushed, type Timed } from '../../../lib/domain/agreement/index.ts';
import { byPerson, goldScores, selfAgreement } from './scores.ts';
import type { ProjectData } from './types.ts';

const DAY_MS = 86_400_000;
const STUCK = 100;
const RUSHED = 100;
/** Held so long without being submitted, an item is told as stuck. */
const HELD_MS = 2 * DAY_MS;

/** How labelling goes. Counts of people and items; of what was said only how it stands to gold and to oneself. */
export function progress(data: ProjectData, nowMs: number): ProgressAnswer {
  // What was said of an equal run too is said once.
  const current = data.submissions.filter((label) => label.current && label.copiedFrom === null);
  const kinds = new Map(data.queues.map((queue) => [queue.id, queue]));
  const items = data.items.filter((item) => !item.removed && item.kind === 'work');
  const closed = (item: ItemRecord) => kinds.get(item.queue)?.state === 'closed';
  const given = items.map((item) => ({ item, ...countsOf(item), wanted: wantedOf(item, closed(item)) }));
  const wanted = given.reduce((sum, one) => sum + one.wanted, 0);
  const submitted = given.reduce((sum, one) => sum + Math.min(one.wanted, one.submitted), 0);
  const days = daysOf(current, wanted, nowMs);
  const perDay = days.map((day) => day.submitted);
  // Today is not over: it would count as a slow day.
  const whole = perDay.length > 1 ? perDay.slice(0, -1) : perDay;
  const expected = forecast(whole, wanted - submitted);
  const fast = rushed(current.flatMap((label) => timed(label, data)));
  const stuck = stuckItems(items, nowMs);
  const byId = new Map(current.map((label) => [label.id, label]));
  return {
    nowMs,
    wanted,
    submitted,
    items: items.length,
    done: given.filter((one) => one.submitted >= one.wanted).length,
    days,
    pace: paceOf(whole),
    forecast: 'none' in expected ? null : expected,
    noForecast: 'none' in expected ? expected.none : null,
    filling: data.queues.some(({ filling, state }) => filling && state !== 'closed'),
    queues: data.queues.map(({ id, name, kind, state }) => {
      const own = given.filter(({ item }) => item.queue === id);
      return {
        id,
        name,
        kind,
        state,
        wanted: own.reduce((sum, one) => sum + one.wanted, 0),
        submitted: own.reduce((sum, one) => sum + one.submitted, 0),
        reserved: own.reduce((sum, one) => sum + one.reserved, 0),
        stuck: stuck.filter(({ queue }) => queue === id).length,
      };
    }),
    people: peopleOf(data, current, new Set(fast.map(({ id }) => id))),
    rushed: fast
      .toSorted((a, b) => least(a) - least(b))
      .slice(0, RUSHED)
      .flatMap(({ id, ofOthers, ofOwn }) => {
        const label = byId.get(id);
        if (label === undefined) return [];
        const { run, scenario, taskIdx, name, activeMs, submittedAtMs } = label;
        return [
          {
            submission: id,
            run,
            scenario,
            task: taskIdx,
            name,
            activeMs,
            ofOthers,
            ofOwn,
            atMs: submittedAtMs,
          },
        ];
      }),
    stuck: stuck.slice(0, STUCK),
    stuckTotal: stuck.length,
  };
}

function least({ ofOthers, ofOwn }: { ofOthers: number | null; ofOwn: number | null }): number {
  return Math.min(ofOthers ?? 1, ofOwn ?? 1);
}

function countsOf({ assignments }: ItemRecord): { readonly submitted: number; readonly reserved: number } {
  // People, not assignments: a repeat is the same person's item again.
  const count = (...states: readonly string[]) =>
    new Set(assignments.flatMap(({ state, person }) => (states.includes(state) ? [person] : []))).size;
  return { submitted: count('submitted', 'returned'), reserved: count('reserved') };
}

function wantedOf(item: ItemRecord, closed: boolean): number {
  return closed ? countsOf(item).submitted : item.overlap;
}

function daysOf(labels: readonly SubmissionRecord[], wanted: number, nowMs: number): ProgressAnswer['days'] {
  const work = labels.filter(({ itemKind }) => itemKind === 'work');
  if (work.length === 0) return [];
  const dayOf = (atMs: number) => Math.floor(atMs / DAY_MS);
  const first = work.reduce(
    (least, { submittedAtMs }) => Math.min(least, dayOf(submittedAtMs)),
    dayOf(nowMs),
  );
  const counts = Array.from({ length: dayOf(nowMs) - first + 1 }, () => 0);
  for (const { submittedAtMs } of work) {
    const at = dayOf(submittedAtMs) - first;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  let done = 0;
  return counts.map((submitted, at) => {
    done += submitted;
    return { fromMs: (first + at) * DAY_MS, submitted, left: Math.max(0, wanted - done) };
  });
}

function paceOf(perDay: readonly number[]): number | null {
  const last = perDay.slice(-14);
  return last.length === 0 ? null : last.reduce((sum, count) => sum + count, 0) / last.length;
}

/** What a label's time is held against; nothing of repeats and gold, which are known or seen before. */
function timed(label: SubmissionRecord, { steps }: ProjectData): readonly Timed[] {
  const { id, person, activeMs, run, itemKind, doc } = label;
  const length = steps.get(run);
  if (length === undefined || itemKind !== 'work') return [];
  const taken = Object.values(doc.steps).filter(({ by }) => by === 'inherited').length;
  return [{ id, person, activeMs, steps: length - taken }];
}

function peopleOf(
  data: ProjectData,
  current: readonly SubmissionRecord[],
  fast: ReadonlySet<string>,
): ProgressAnswer['people'] {
  const gold = new Map([...goldScores(data, current, 0)].map((score) => [score.person, score.outcome]));
  const self = new Map(
    [...selfAgreement(current, data.schemas)].map((score) => [score.person, score.outcome]),
  );
  const labels = byPerson(current);
  const states = new Map<string, { name: string; counts: Record<string, number> }>();
  for (const { assignments } of data.items) {
    for (const { person, name, state } of assignments) {
      const known = states.get(person) ?? { name, counts: {} };
      known.counts[state] = (known.counts[state] ?? 0) + 1;
      states.set(person, known);
    }
  }
  const people = new Set([...labels.keys(), ...states.keys()]);
  return [...people]
    .map((person) => {
      const own = labels.get(person) ?? [];
      const counts = states.get(person)?.counts ?? {};
      return {
        person,
        name: own.at(-1)?.name ?? states.get(person)?.name ?? person,
        submitted: own.length,
        reserved: counts['reserved'] ?? 0,
        skipped: counts['skipped'] ?? 0,
        expired: counts['expired'] ?? 0,
        returned: counts['returned'] ?? 0,
        flagged: own.filter(({ doc }) => doc.flagged).length,
        revealed: own.filter(({ revealed }) => revealed).length,
        medianMs: median(own.map(({ activeMs }) => activeMs)),
        gold: gold.get(person) ?? null,
        self: self.get(person) ?? null,
        rushed: own.filter(({ id }) => fast.has(id)).length,
        timed: own.reduce((sum, label) => sum + timed(label, data).length, 0),
        lastAtMs: own.reduce<number | null>(
          (last, { submittedAtMs }) => Math.max(last ?? 0, submittedAtMs),
          null,
        ),
      };
    })
    .sort((a, b) => b.submitted - a.submitted || a.name.localeCompare(b.name, 'en'));
}

/** Items that wait for somebody who may not come: all who had it skipped it or let it run out, hold it for days, or must mend it. */
function stuckItems(items: readonly ItemRecord[], nowMs: number): ProgressAnswer['stuck'] {
  return items
    .flatMap((item): ProgressAnswer['stuck'] => {
      const { assignments } = item;
      const of = (state: string) => assignments.filter((one) => one.state === state);
      const done = of('submitted').length + of('returned').length;
      const told = (
        why: ProgressAnswer['stuck'][number]['why'],
        who: ItemRecord['assignments'],
      ): ProgressAnswer['stuck'] => [
        {
          item: item.id,
          queue: item.queue,
          run: item.run,
          scenario: item.scenario,
          task: item.taskIdx,
          why,
          names: who.map(({ name }) => name),
          sinceMs: Math.max(...who.map(({ atMs }) => atMs)),
        },
      ];
      const returned = of('returned');
      if (returned.length > 0) return told('returned', returned);
      if (done >= item.overlap) return [];
      const held = of('reserved').filter(({ atMs }) => nowMs - atMs > HELD_MS);
      if (held.length > 0) return told('held_long', held);
      if (of('reserved').length > 0) return [];
      const skipped = of('skipped');
      if (skipped.length > 1 || (skipped.length === 1 && done === 0 && assignments.length === 1))
        return told('all_skipped', skipped);
      const expired = of('expired');
      return expired.length > 0 ? told('expired', expired) : [];
    })
    .sort((a, b) => a.sinceMs - b.sinceMs);
}
