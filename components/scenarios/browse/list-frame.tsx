'use client';

import { NavLink } from '../../layout/nav-link.tsx';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../messages.ts';
import { problemsOf } from '../../../lib/domain/filter-query/index.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FilterBox } from '../../filter-bar/filter-box.tsx';
import { FilterProblems } from '../../filter-bar/filter-problems.tsx';
import type { Browser } from './use-browser.ts';
import { useListKeys } from './use-list-keys.ts';

interface ListFrameProps<T> {
  readonly browser: Browser<T>;
  /** Which of the two lists it is, with a switch to the other; absent: neither. */
  readonly view?: 'scenarios' | 'tasks';
  readonly searchLabel: string;
  readonly placeholder: string;
  /** Null while nothing is loaded. */
  readonly total: number | null;
  readonly facets: ReactNode;
  readonly notes?: ReactNode;
  /** Beside the filter. */
  readonly tools?: ReactNode;
  readonly legend: ReactNode;
  readonly peek: ReactNode;
  readonly children: ReactNode;
}

/** Facets at the left, filter and rows in the middle, the peek at the right; on narrow screens one at a time. */
export function ListFrame<T>(props: ListFrameProps<T>): ReactNode {
  const { browser, view, total } = props;
  const [facetsOpen, setFacetsOpen] = useState(false);
  const problemsId = useId();
  const problems = problemsOf(browser.tokens);
  useListKeys(browser);
  return (
    <div
      className="relative flex min-h-0 flex-1"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !browser.peeking) return;
        event.preventDefault();
        browser.setPeeking(false);
      }}
    >
      <aside
        aria-label={t('filter.facets')}
        className={cx(
          'flex w-[168px] shrink-0 flex-col border-line border-r bg-surface lg:w-[184px]',
          facetsOpen ? 'max-md:absolute max-md:inset-0 max-md:z-20 max-md:w-full' : 'max-md:hidden',
        )}
      >
        <div className="flex h-10 shrink-0 items-center gap-2 border-line border-b px-3 max-md:h-11">
          {view === undefined ? (
            <h2 className="font-semibold text-sm text-text-2">{t('filter.facets')}</h2>
          ) : (
            <ViewSwitch view={view} className={facetsOpen ? 'max-md:hidden' : undefined} />
          )}
          {facetsOpen ? (
            <Button className="md:hidden" onClick={() => setFacetsOpen(false)}>
              {t('filter.showRows', { count: browser.shown.length })}
            </Button>
          ) : null}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">{props.facets}</div>
      </aside>
      <div className="flex min-w-0 flex-1 flex-col bg-surface">
        <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-1.5 md:h-10 md:flex-nowrap">
          <FilterBox
            attach={browser.attachFilter}
            label={props.searchLabel}
            placeholder={props.placeholder}
            query={browser.query}
            tokens={browser.tokens}
            list={browser.list}
            onChange={browser.setQuery}
            onLeave={() => browser.focusRow(Math.max(0, browser.selected))}
            describedBy={problems.length === 0 ? undefined : problemsId}
          />
          <p role="status" className="shrink-0 text-sm text-text-2 whitespace-nowrap">
            {total === null ? '' : t('filter.count', { shown: browser.shown.length, total })}
          </p>
          <Button
            className="max-lg:hidden"
            aria-pressed={browser.peeking}
            onClick={() => browser.setPeeking(!browser.peeking)}
            disabled={browser.shown.length === 0}
          >
            {t('filter.peek')}
          </Button>
          {props.tools}
          <div className="flex w-full items-center gap-2 md:hidden">
            {view === undefined ? null : <ViewSwitch view={view} />}
            <Button aria-expanded={facetsOpen} onClick={() => setFacetsOpen(true)}>
              {t('filter.facets')}
            </Button>
          </div>
        </div>
        <FilterProblems id={problemsId} problems={problems} />
        {props.notes}
        {props.children}
        <footer className="flex h-7 shrink-0 items-center gap-3.5 overflow-hidden border-line border-t px-3 text-text-2 text-xs whitespace-nowrap max-md:hidden">
          {browser.shown.length === 0 ? null : (
            <span>
              {t('filter.window', {
                first: browser.range[0] + 1,
                last: browser.range[1] + 1,
                total: browser.shown.length,
              })}
            </span>
          )}
          {props.legend}
        </footer>
      </div>
      {browser.peeking ? (
        <aside
          aria-label={t('filter.peek')}
          className="flex w-[min(400px,100%)] shrink-0 flex-col border-line border-l bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-20 max-lg:shadow-2 xl:w-[440px]"
        >
          {props.peek}
        </aside>
      ) : null}
    </div>
  );
}

function ViewSwitch({
  view,
  className,
}: {
  readonly view: 'scenarios' | 'tasks';
  readonly className?: string | undefined;
}): ReactNode {
  const views = [
    { name: 'scenarios', href: '/' },
    { name: 'tasks', href: '/tasks' },
  ] as const;
  return (
    <nav
      aria-label={t('filter.view')}
      className={cx('flex h-control w-full rounded-1 border border-line-control max-md:w-auto', className)}
    >
      {views.map(({ name, href }) => (
        <NavLink
          key={name}
          href={href}
          aria-current={name === view ? 'page' : undefined}
          className={cx(
            'flex flex-1 items-center justify-center px-2.5 text-sm first:rounded-l-1 last:rounded-r-1 last:border-line-control last:border-l',
            name === view ? 'bg-accent-soft font-semibold text-accent' : 'text-text-2 hover:bg-surface-2',
          )}
        >
          {t(`filter.${name}`)}
        </NavLink>
      ))}
    </nav>
  );
}
