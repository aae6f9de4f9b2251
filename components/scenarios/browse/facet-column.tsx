'use client';

import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../../lib/client/format.ts';
import { t } from '../messages.ts';
import { chosenValues } from '../../../lib/domain/filter-query/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import type { Browser } from './use-browser.ts';

export interface FacetOption {
  readonly value: string;
  readonly label: string;
  /** Before the label. */
  readonly glyph?: string;
  readonly glyphClass?: string;
}

export interface FacetGroup {
  readonly field: string;
  readonly title: string;
  readonly options: readonly FacetOption[];
}

interface FacetColumnProps<T> {
  readonly browser: Browser<T>;
  readonly groups: readonly FacetGroup[];
  /** Further groups, drawn otherwise. */
  readonly children?: ReactNode;
}

/** Options of a group that stand open; the rest on demand. */
const OPEN_OPTIONS = 8;

/** Ready-made filters with the number of rows that each would show. */
export function FacetColumn<T>({ browser, groups, children }: FacetColumnProps<T>): ReactNode {
  return (
    <div className="flex flex-col gap-1 pb-2">
      {groups.map((group) => (
        <Group
          key={group.field}
          group={group}
          counts={browser.counts.get(group.field)}
          chosen={chosenValues(browser.tokens, group.field)}
          onToggle={(value) => browser.toggleFacet(group.field, value)}
        />
      ))}
      {children}
    </div>
  );
}

interface GroupProps {
  readonly group: FacetGroup;
  readonly counts: ReadonlyMap<string, number> | undefined;
  readonly chosen: readonly string[];
  readonly onToggle: (value: string) => void;
}

function Group({ group, counts, chosen, onToggle }: GroupProps): ReactNode {
  const [whole, setWhole] = useState(false);
  const used = group.options.filter(
    ({ value }) => (counts?.get(value) ?? 0) > 0 || chosen.includes(value) || group.options.length <= 4,
  );
  const shown = whole ? used : used.slice(0, OPEN_OPTIONS);
  if (used.length === 0) return null;
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="px-3 pt-2 pb-0.5 font-semibold text-text-3 text-xs">{group.title}</legend>
      {shown.map(({ value, label, glyph, glyphClass }) => (
        <div key={value} className="flex min-h-dense items-center gap-2 px-3 hover:bg-surface-2">
          <Checkbox
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
            className="min-w-0 flex-1"
            label={
              <span className="block truncate" title={label}>
                {glyph === undefined ? null : (
                  <span aria-hidden="true" className={cx('mr-1', glyphClass)}>
                    {glyph}
                  </span>
                )}
                {label}
              </span>
            }
          />
          <span className="text-text-2 text-xs">
            {formatNumber(counts?.get(value) ?? 0)}
            <span className="sr-only"> {t('filter.rows')}</span>
          </span>
        </div>
      ))}
      {used.length > OPEN_OPTIONS ? (
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={whole}
          className="mx-2 self-start"
          onClick={() => setWhole(!whole)}
        >
          {whole ? t('filter.fewer') : t('filter.moreOptions', { count: used.length - OPEN_OPTIONS })}
        </Button>
      ) : null}
    </fieldset>
  );
}
