import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import type { Item, Rating, Scale } from '../../../lib/domain/agreement/index.ts';
import type { Measure } from './measures.ts';

/** A unit with who said what of it. */
export interface TableUnit {
  /** '' or the step's number. */
  readonly unit: string;
  readonly ratings: readonly (Rating & { readonly label: SubmissionRecord })[];
}

export interface TableItem {
  readonly units: readonly TableUnit[];
  /** One of its labels: scenario, task and run are the same in all. */
  readonly label: SubmissionRecord;
}

/** Labels by item and unit, coded: what the statistics take. */
export interface Table {
  readonly measure: Measure;
  readonly items: readonly TableItem[];
  readonly domain: readonly string[];
  readonly scale: Scale;
  /** Persons by code. */
  readonly raters: readonly string[];
  readonly otherVersion: number;
}

/**
 * Labels of one item are compared where their versions of the schema ask the question alike; those that no other label of
 * the item can be compared with are counted in `otherVersion`.
 */
export function tableOf(
  measure: Measure,
  labels: readonly SubmissionRecord[],
  schemas: ReadonlyMap<number, LabelSchemaDoc>,
  tolerance: number,
): Table {
  const asked = new Map([...schemas].map(([version, schema]) => [version, measure.asked(schema)]));
  const given = new Set<string>();
  const raters = new Map<string, number>();
  const byItem = new Map<string, { label: SubmissionRecord; rated: ItemRating[] }>();
  for (const label of labels) {
    const schema = schemas.get(label.schemaVersion);
    const how = asked.get(label.schemaVersion) ?? null;
    if (schema === undefined || how === null) continue;
    const found = measure.rate(label.doc, schema);
    if (found.length === 0) continue;
    const rater = raters.get(label.person) ?? raters.size;
    raters.set(label.person, rater);
    const item = byItem.get(label.item) ?? { label, rated: [] };
    byItem.set(label.item, item);
    for (const { unit, value } of found) {
      given.add(value);
      item.rated.push({ unit, value, how, rater, label });
    }
  }
  const domain = measure.order([...given]);
  const codes = new Map(domain.map((value, code) => [value, code]));
  let otherVersion = 0;
  const items = [...byItem.values()].map(({ label, rated }): TableItem => {
    const groups = new Map<string, ItemRating[]>();
    for (const rating of rated) {
      const key = `${rating.how}\n${rating.unit}`;
      groups.set(key, [...(groups.get(key) ?? []), rating]);
    }
    if (new Set(rated.map(({ how }) => how)).size > 1) {
      const single = [...groups.values()].flatMap((group) => (group.length === 1 ? group : []));
      otherVersion += new Set(single.map(({ label: { id } }) => id)).size;
    }
    return {
      label,
      units: [...groups.values()].map((group) => ({
        unit: group[0]?.unit ?? '',
        ratings: group.map((rating) => ({
          rater: rating.rater,
          value: codes.get(rating.value) ?? 0,
          label: rating.label,
        })),
      })),
    };
  });
  return {
    measure,
    items,
    domain,
    scale: measure.scale(domain, tolerance),
    raters: [...raters.keys()],
    otherVersion,
  };
}

interface ItemRating {
  readonly unit: string;
  readonly value: string;
  readonly how: string;
  readonly rater: number;
  readonly label: SubmissionRecord;
}

export function itemsOf(items: readonly TableItem[]): readonly Item[] {
  return items.map(({ units }) => units.map(({ ratings }) => ratings));
}
