import type { AgreementMeasure, FigureAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import { t } from './messages.ts';

const NAMED = ['outcome', 'passes', 'firstError', 'steps', 'tags', 'cause', 'preference'] as const;

export function measureName({ id, label }: Pick<AgreementMeasure, 'id' | 'label'>): string {
  const named = NAMED.find((name) => name === id);
  return named === undefined ? (label ?? id) : t(`agreement.measures.${named}`);
}

export function alphaFormula(kind: AgreementMeasure['kind']): string {
  switch (kind) {
    case 'nominal':
      return t('agreement.formulas.alphaNominal');
    case 'ordinal':
      return t('agreement.formulas.alphaOrdinal');
    case 'interval':
      return t('agreement.formulas.alphaInterval');
    case 'set':
      return t('agreement.formulas.alphaSet');
    case 'position':
      return t('agreement.formulas.alphaPosition');
  }
}

/** Krippendorff's customary bounds (2004, Content Analysis, ch. 11). */
export function alphaMeans({ value, why }: FigureAnswer): string {
  if (value === null) return t(`agreement.why.${why ?? 'no_labels'}`);
  if (value < 0) return t('agreement.means.below');
  if (value >= 0.8) return t('agreement.means.reliable');
  return value >= 0.667 ? t('agreement.means.tentative') : t('agreement.means.low');
}

export function valueName(value: string, label: string): string {
  return value === '' ? t('agreement.nothing') : label;
}
