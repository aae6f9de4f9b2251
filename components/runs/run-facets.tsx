'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { runFacetsQuery } from '../../lib/client/queries/runs.ts';
import type { RunFacets as Facets } from '../../lib/contracts/runs.ts';
import { chosenValues, type FilterToken } from '../../lib/domain/filter-query/index.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { Loading } from '../ui/loading.tsx';
import { facetTitle, facetValue } from './model/facets.ts';

const OPEN_VALUES = 7;
const TONES = { ok: 'text-ok', warn: 'text-warn', err: 'text-err' } as const;

interface RunFacetsProps {
  /** Without its order. */
  readonly query: string;
  readonly epoch: number;
  readonly tokens: readonly FilterToken[];
  readonly onToggle: (field: string, value: string) => void;
}

/** The values that the runs have, with how many have each; ticking one is editing the filter. */
export function RunFacets({ query, epoch, tokens, onToggle }: RunFacetsProps): ReactNode {
  const facets = useQuery(runFacetsQuery(query, epoch));
  if (facets.data === undefined) {
    if (facets.isPending) return <Loading what={t('runs.facet.what')} className="p-3 text-sm text-text-2" />;
    return (
      <div role="alert" className="flex flex-col items-start gap-2 p-3 text-sm">
        <p className="wrap-anywhere">{t('runs.facet.failed', { why: facets.error.message })}</p>
        <Button size="sm" onClick={() => void facets.refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-1 pb-2">
      {facets.data.facets.map((facet) => (
        <Facet
          key={facet.field}
          facet={facet}
          chosen={chosenValues(tokens, facet.field)}
          onToggle={(value) => onToggle(facet.field, value)}
        />
      ))}
    </div>
  );
}

interface FacetProps {
  readonly facet: Facets['facets'][number];
  readonly chosen: readonly string[];
  readonly onToggle: (value: string) => void;
}

function Facet({ facet, chosen, onToggle }: FacetProps): ReactNode {
  const [whole, setWhole] = useState(false);
  // The filter reads values without regard to case.
  const asked = new Set(chosen.map((value) => value.toLowerCase()));
  const isChosen = (value: string): boolean => asked.has(value.toLowerCase());
  const gone = chosen
    .filter((value) => !facet.values.some((other) => other.value.toLowerCase() === value.toLowerCase()))
    .map((value) => ({ value, count: 0 }));
  const values = [...facet.values, ...gone];
  if (values.length === 0) return null;
  const first = values.filter(({ value }, index) => index < OPEN_VALUES || isChosen(value));
  const shown = whole ? values : first;
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="px-3 pt-2 pb-0.5 font-semibold text-text-2 text-xs">
        {facetTitle(facet.field)}
      </legend>
      {shown.map(({ value, count }) => {
        const { label, glyph, tone } = facetValue(facet.field, value);
        return (
          <div key={value} className="flex min-h-dense items-center gap-2 px-3 hover:bg-surface-2">
            <Checkbox
              checked={isChosen(value)}
              onChange={() => onToggle(value)}
              className="min-w-0 flex-1"
              label={
                <span className="block truncate" title={label}>
                  {glyph === null ? null : (
                    <span
                      aria-hidden="true"
                      className={cx('mr-1 font-semibold', tone !== null && TONES[tone])}
                    >
                      {glyph}
                    </span>
                  )}
                  {label}
                </span>
              }
            />
            <span className="text-text-2 text-xs tabular-nums">
              {formatNumber(count)}
              <span className="sr-only"> {t('filter.rows')}</span>
            </span>
          </div>
        );
      })}
      {values.length > first.length ? (
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={whole}
          className="mx-2 self-start"
          onClick={() => setWhole(!whole)}
        >
          {whole ? t('filter.fewer') : t('filter.moreOptions', { count: values.length - first.length })}
        </Button>
      ) : null}
      {whole && facet.more > 0 ? (
        <p className="px-3 text-text-2 text-xs">{t('runs.facet.beyond', { count: facet.more })}</p>
      ) : null}
    </fieldset>
  );
}
