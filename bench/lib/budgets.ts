import { summarise, table } from './stats.ts';

type Unit = 'ms' | 'KB';

/** What was measured beside what is allowed. */
export class Budgets {
  readonly #rows: { name: string; limit: number; unit: Unit; judged: 'p95' | 'max'; measured: number[] }[] =
    [];

  /** @returns where the measured values go; `max`: not one of them may be over the limit */
  add(name: string, limit: number, unit: Unit = 'ms', judged: 'p95' | 'max' = 'p95'): number[] {
    const measured: number[] = [];
    this.#rows.push({ name, limit, unit, judged, measured });
    return measured;
  }

  toString(): string {
    const rows = this.#rows.map(({ name, limit, unit, judged, measured }) => {
      // What did not show within its deadline counts as late, not as missing.
      const summary = summarise(measured.map((value) => (Number.isNaN(value) ? Infinity : value)));
      if (summary === undefined) return [name, `${limit} ${unit}`, '', '', '', '0', 'not measured'];
      const { median, p95, max } = summary;
      const figures = [median, p95, max].map((value) => value.toFixed(unit === 'KB' ? 1 : 0));
      const verdict = summary[judged] <= limit ? 'met' : 'MISSED';
      return [name, `${limit} ${unit}`, ...figures, String(summary.n), verdict];
    });
    return table(['budget', 'limit', 'median', 'p95', 'worst', 'n', 'verdict'], rows);
  }
}
