'use client';

import { type ReactNode, useMemo } from 'react';
import { setField } from '../../../lib/domain/filter-query/index.ts';
import { Histogram } from './histogram.tsx';
import type { Browser } from './use-browser.ts';

interface NumberFacetProps<T> {
  readonly browser: Browser<T>;
  readonly items: readonly T[];
  /** A number field of the list. */
  readonly field: string;
  readonly title: string;
}

/** The spread of a number field, whose bars put a range into the filter. */
export function NumberFacet<T>({ browser, items, field, title }: NumberFacetProps<T>): ReactNode {
  const { list, tokens, query } = browser;
  const values = useMemo(() => {
    const spec = list.fields.find(({ name }) => name === field);
    return spec?.kind === 'number' ? items.map(spec.read) : [];
  }, [items, list, field]);
  const asked = tokens.find((token) => token.field === field && !token.negated)?.condition;
  // An open end of whole numbers is the next one: `tools>30` begins at 31.
  const range =
    asked?.kind === 'number'
      ? { min: asked.min + (asked.minOpen ? 1 : 0), max: asked.max - (asked.maxOpen ? 1 : 0) }
      : null;
  return (
    <Histogram
      title={title}
      values={values}
      range={range}
      onChange={(next) =>
        browser.setQuery(setField(query, field, next === null ? null : `${next.min}..${next.max}`, list))
      }
    />
  );
}
