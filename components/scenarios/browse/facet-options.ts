import { t } from '../messages.ts';
import { FINDING_KINDS, type FindingTone } from '../model/finding-kinds.ts';
import { CLEAN, UNCHECKED } from '../model/entries.ts';
import type { FacetOption } from './facet-column.tsx';

const GLYPH_CLASS: Readonly<Record<FindingTone, string>> = {
  warn: 'text-warn',
  err: 'text-err',
  info: 'text-info',
};

/** Names that come from the data, as they are. */
export function namedOptions(names: readonly string[]): readonly FacetOption[] {
  return names.map((value) => ({ value, label: value }));
}

export function findingOptions(): readonly FacetOption[] {
  return FINDING_KINDS.map(({ slug, code, glyph, tone }) => ({
    value: slug,
    label: t(`findings.${code}.name`),
    glyph,
    glyphClass: GLYPH_CLASS[tone],
  }));
}

export function healthOptions(): readonly FacetOption[] {
  return [
    ...findingOptions(),
    { value: CLEAN, label: t('findings.clean'), glyph: '✓', glyphClass: 'text-ok' },
    { value: UNCHECKED, label: t('findings.unchecked') },
  ];
}
