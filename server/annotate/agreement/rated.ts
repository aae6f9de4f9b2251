import type { ConfusionAnswer, RatedUnit } from '../../../lib/contracts/annotation/agreement.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import { pairAgreement } from '../../../lib/domain/agreement/index.ts';
import { valueLabel } from './measures.ts';
import { itemsOf, type Table, type TableUnit } from './table.ts';
import type { AgreementTask } from './types.ts';

/** Values that a confusion table shows; those that were given most. */
const CELLS = 40;

interface Pair {
  readonly first?: string | undefined;
  readonly second?: string | undefined;
}

/** Who said what, of two annotators or of all pairs. */
export function confusion(
  table: Table,
  { first, second }: Pair,
  schemas: ReadonlyMap<number, LabelSchemaDoc>,
): ConfusionAnswer {
  const size = table.domain.length;
  const folded = first === undefined || second === undefined;
  const counts = folded ? foldedTable(table) : pairTable(table, first, second);
  const given = table.domain.map((_, code) =>
    counts.reduce(
      (sum, row, at) => sum + (at === code ? row : [row[code] ?? 0]).reduce((a, b) => a + b, 0),
      0,
    ),
  );
  const kept = table.domain
    .map((_, code) => code)
    .filter((code) => size <= CELLS || (given[code] ?? 0) > 0)
    .sort((a, b) => (given[b] ?? 0) - (given[a] ?? 0))
    .slice(0, CELLS)
    .sort((a, b) => a - b);
  return {
    values: kept.map((code) => {
      const value = table.domain[code] ?? '';
      return { value, label: valueLabel(table.measure.id, value, schemas) };
    }),
    table: kept.map((row) => kept.map((column) => counts[row]?.[column] ?? 0)),
    folded,
    n: counts.flat().reduce((sum, count) => sum + count, 0),
  };
}

function pairTable(table: Table, first: string, second: string): readonly (readonly number[])[] {
  const pair = [table.raters.indexOf(first), table.raters.indexOf(second)] as const;
  return pairAgreement(itemsOf(table.items), pair, { size: table.domain.length, ordered: false }).table;
}

function foldedTable({ items, domain }: Table): readonly (readonly number[])[] {
  const counts = domain.map(() => domain.map(() => 0));
  for (const { ratings } of items.flatMap(({ units }) => units)) {
    for (const [index, a] of ratings.entries()) {
      for (const b of ratings.slice(index + 1)) {
        const row = counts[Math.min(a.value, b.value)];
        const column = Math.max(a.value, b.value);
        if (row !== undefined) row[column] = (row[column] ?? 0) + 1;
      }
    }
  }
  return counts;
}

/** The units behind the figures, largest dispute first, then newest. */
export function rated(
  table: Table,
  asked: Extract<AgreementTask, { readonly of: 'rated' }>,
): { items: RatedUnit[]; total: number } {
  const found = table.items.flatMap(({ units }) =>
    units.flatMap((unit) => {
      const shown = ofPair(unit, asked);
      return shown !== null && shown.ratings.length > 1 && isAsked(shown, table, asked) ? [shown] : [];
    }),
  );
  const newest = ({ ratings }: TableUnit) => Math.max(...ratings.map(({ label }) => label.submittedAtMs));
  const spread = ({ ratings }: TableUnit) => new Set(ratings.map(({ value }) => value)).size;
  found.sort((a, b) => spread(b) - spread(a) || newest(b) - newest(a));
  return {
    total: found.length,
    items: found.slice(asked.offset, asked.offset + asked.limit).flatMap(({ unit, ratings }) => {
      const label = ratings[0]?.label;
      if (label === undefined) return [];
      return [
        {
          item: label.item,
          queue: label.queue,
          run: label.run,
          scenario: label.scenario,
          task: label.taskIdx,
          step: unit === '' ? null : Number(unit),
          agree: ratings.every(({ value }) => value === ratings[0]?.value),
          labels: ratings.map(({ value, label: of }) => ({
            person: of.person,
            name: of.name,
            value: table.domain[value] ?? '',
            submission: of.id,
            atMs: of.submittedAtMs,
          })),
        },
      ];
    }),
  };
}

function ofPair(unit: TableUnit, { first, second }: Pair): TableUnit | null {
  if (first === undefined && second === undefined) return unit;
  const named = unit.ratings.filter(({ label }) => label.person === first || label.person === second);
  // One name: that annotator against whoever else labelled it.
  if (first !== undefined && second !== undefined) return { ...unit, ratings: named };
  return named.length === 0 ? null : unit;
}

function isAsked(
  { ratings }: TableUnit,
  { domain }: Table,
  { which, value, against, first }: Extract<AgreementTask, { readonly of: 'rated' }>,
): boolean {
  const values = ratings.map((rating) => domain[rating.value] ?? '');
  const agree = values.every((other) => other === values[0]);
  if (value !== undefined) {
    return ratings.some((a, at) => {
      if (values[at] !== value || (against !== undefined && first !== undefined && a.label.person !== first))
        return false;
      return against === undefined || values.some((other, beside) => beside !== at && other === against);
    });
  }
  return which === 'all' || agree === (which === 'agree');
}
