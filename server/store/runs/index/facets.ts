import type { RunFacets } from '../../../../lib/contracts/runs.ts';
import { RUN_FACETS } from '../../../../lib/domain/run-filter/index.ts';
import { OTHERS } from './matches.ts';
import type { Matches } from './matches.ts';
import type { RunColumns } from './run-columns.ts';

const MAX_VALUES = 50;

/** How many runs each value would show, were it chosen beside what the query asks of all other fields. */
export function facetsOf(columns: RunColumns, { states, fields }: Matches): RunFacets['facets'] {
  return RUN_FACETS.map((field) => {
    const column = columns.values.get(field);
    const byCode = new Uint32Array(column?.lists.length ?? 0);
    const own = fields.indexOf(field) + 1 || OTHERS - 1;
    const { codes = new Uint32Array(0) } = column ?? {};
    for (let slot = 0; slot < states.length; slot++) {
      const state = states[slot];
      if (state !== 0 && state !== own) continue;
      const code = codes[slot] ?? 0;
      byCode[code] = (byCode[code] ?? 0) + 1;
    }
    const counts = new Map<string, number>();
    byCode.forEach((count, code) => {
      if (count === 0) return;
      for (const value of new Set(column?.lists[code])) counts.set(value, (counts.get(value) ?? 0) + count);
    });
    const values = [...counts].map(([value, count]) => ({ value, count }));
    values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    return { field, values: values.slice(0, MAX_VALUES), more: Math.max(0, values.length - MAX_VALUES) };
  });
}
