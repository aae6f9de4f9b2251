import type { Breakdown, BreakdownRow } from '../../../lib/contracts/annotation/agreement.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import { pairAgreement, type Item } from '../../../lib/domain/agreement/index.ts';
import { figureAnswer, reliabilityOf, tableReliability } from './figures.ts';
import { sectionMeasure, sectionsOf, type Measure } from './measures.ts';
import { itemsOf, tableOf, type Table, type TableItem } from './table.ts';

export interface BreakdownAsked {
  readonly labels: readonly SubmissionRecord[];
  readonly schemas: ReadonlyMap<number, LabelSchemaDoc>;
  readonly measure: Measure;
  readonly tolerance: number;
  readonly by: Breakdown;
}

/** Pairs of annotators that are told; of more, those with most in common. */
const PAIRS = 200;

const NOTHING = { people: [], scenario: null, task: null, section: null, version: null, pair: null };

/** One question's agreement, part by part. */
export function breakdown({ labels, schemas, measure, tolerance, by }: BreakdownAsked): BreakdownRow[] {
  const table = (of: readonly SubmissionRecord[] = labels, question = measure) =>
    tableOf(question, of, schemas, tolerance);
  switch (by) {
    case 'pair':
      return pairRows(table(), namesOf(labels));
    case 'annotator':
      return annotatorRows(table(), namesOf(labels));
    case 'scenario':
      return partRows(table(), ({ scenario }) => ({ key: scenario, scenario }));
    case 'task':
      return partRows(table(), ({ scenario, taskIdx }) => ({
        key: `${scenario}/${String(taskIdx)}`,
        scenario,
        task: taskIdx,
      }));
    case 'version':
      return [...schemas.keys()]
        .sort((a, b) => a - b)
        .map((version) => ({
          ...NOTHING,
          ...tableReliability(table(labels.filter(({ schemaVersion }) => schemaVersion === version))),
          key: String(version),
          version,
        }));
    case 'section':
      return sectionsOf(schemas).map((section) => ({
        ...NOTHING,
        ...tableReliability(table(labels, sectionMeasure(section))),
        key: section,
        section,
      }));
  }
}

function namesOf(labels: readonly SubmissionRecord[]): ReadonlyMap<string, string> {
  return new Map(labels.map(({ person, name }) => [person, name]));
}

function partRows(
  table: Table,
  partOf: (label: SubmissionRecord) => { key: string; scenario: string; task?: number | null },
): BreakdownRow[] {
  const parts = new Map<string, { part: ReturnType<typeof partOf>; items: TableItem[] }>();
  for (const item of table.items) {
    const part = partOf(item.label);
    const known = parts.get(part.key) ?? { part, items: [] };
    known.items.push(item);
    parts.set(part.key, known);
  }
  return [...parts.values()]
    .sort((a, b) => a.part.key.localeCompare(b.part.key, 'en', { numeric: true }))
    .map(({ part, items }) => ({ ...NOTHING, ...tableReliability(table, items), ...part }));
}

function pairRows(table: Table, names: ReadonlyMap<string, string>): BreakdownRow[] {
  const items = itemsOf(table.items);
  const shared = new Map<string, { readonly pair: readonly [number, number]; items: Item[] }>();
  for (const item of items) {
    const raters = [...new Set(item.flatMap((unit) => unit.map(({ rater }) => rater)))].sort((a, b) => a - b);
    for (const [index, a] of raters.entries()) {
      for (const b of raters.slice(index + 1)) {
        const key = `${String(a)}/${String(b)}`;
        const known = shared.get(key) ?? { pair: [a, b], items: [] };
        known.items.push(item);
        shared.set(key, known);
      }
    }
  }
  const ordered = table.measure.kind === 'ordinal';
  return [...shared.values()]
    .sort((a, b) => b.items.length - a.items.length)
    .slice(0, PAIRS)
    .map(({ pair, items: both }) => {
      const of = both.map((item) => item.map((unit) => unit.filter(({ rater }) => pair.includes(rater))));
      const { n, agrees, kappa, weighted } = pairAgreement(of, pair, { size: table.domain.length, ordered });
      const people = peopleOf(pair, table, names);
      return {
        ...NOTHING,
        ...reliabilityOf(table, of),
        key: people.map(({ person }) => person).join('/'),
        people,
        pair: { n, agrees, kappa: figureAnswer(kappa), weighted },
      };
    });
}

/** One annotator against each of the others on what both labelled: pairs without them do not count. */
function annotatorRows(table: Table, names: ReadonlyMap<string, string>): BreakdownRow[] {
  const items = itemsOf(table.items);
  return table.raters
    .map((person, code) => {
      const against = items.map((item) =>
        item.flatMap((unit) => {
          const own = unit.find(({ rater }) => rater === code);
          if (own === undefined) return [];
          return unit.filter(({ rater }) => rater !== code).map((other) => [own, other]);
        }),
      );
      const found = reliabilityOf(table, against);
      return { ...NOTHING, ...found, key: person, people: peopleOf([code], table, names) };
    })
    .sort((a, b) => (a.people[0]?.name ?? '').localeCompare(b.people[0]?.name ?? '', 'en'));
}

function peopleOf(
  codes: readonly number[],
  { raters }: Table,
  names: ReadonlyMap<string, string>,
): { person: string; name: string }[] {
  return codes.map((code) => {
    const person = raters[code] ?? '';
    return { person, name: names.get(person) ?? person };
  });
}
