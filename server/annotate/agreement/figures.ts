import type { FigureAnswer, ReliabilityAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import {
  reliability,
  type Figure,
  type Item,
  type Reliability,
} from '../../../lib/domain/agreement/index.ts';
import { itemsOf, type Table, type TableItem } from './table.ts';

export function figureAnswer(figure: Figure): FigureAnswer {
  return figure.value === null
    ? { value: null, low: null, high: null, why: figure.why, noInterval: null }
    : { value: figure.value, low: figure.low, high: figure.high, why: null, noInterval: figure.noInterval };
}

export function reliabilityAnswer({ percent, fleiss, alpha, ...counts }: Reliability): ReliabilityAnswer {
  return {
    ...counts,
    percent: figureAnswer(percent),
    fleiss: figureAnswer(fleiss),
    alpha: figureAnswer(alpha),
  };
}

/** Of all of a table, or of some of its items. */
export function tableReliability(table: Table, items: readonly TableItem[] = table.items): ReliabilityAnswer {
  return reliabilityOf(table, itemsOf(items));
}

export function reliabilityOf({ domain, scale }: Table, items: readonly Item[]): ReliabilityAnswer {
  return reliabilityAnswer(reliability({ items, size: domain.length, scale }));
}
