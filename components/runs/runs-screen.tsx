'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { formatNumber } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { runKeys } from '../../lib/client/queries/runs.ts';
import { problemsOf, sortOf } from '../../lib/domain/filter-query/index.ts';
import { RUN_SORTS } from '../../lib/domain/run-filter/index.ts';
import { FilterBox } from '../filter-bar/filter-box.tsx';
import { FilterProblems } from '../filter-bar/filter-problems.tsx';
import { HiddenCount } from '../blind/index.ts';
import { useMay } from '../identity/index.ts';
import { Page } from '../layout/page.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { createLazyPart } from '../ui/lazy-part.ts';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { useRunActions } from './bulk/use-run-actions.ts';
import { ImportDrop } from './import/import-drop.tsx';
import { countOf, isChosen, NO_CHOICE, setRuns } from './model/selection.ts';
import { stepFilter } from './plot/curves.ts';
import { PlotLine } from './plot/plot-line.tsx';
import { RunFacets } from './run-facets.tsx';
import { RunLegend } from './run-legend.tsx';
import { RunListState } from './run-list-state.tsx';
import { RunNews } from './run-news.tsx';
import { useRunsLook } from './runs-store.ts';
import { ColumnChooser } from './table/column-chooser.tsx';
import { RunTable } from './table/run-table.tsx';
import { useRunKeys } from './use-run-keys.ts';
import { useRuns } from './use-runs.ts';
import { ViewTabs } from './views/view-tabs.tsx';

const SORTS: ReadonlySet<string> = new Set(RUN_SORTS.map(({ name }) => name));
const peekPart = createLazyPart(async () => (await import('./peek/run-peek.tsx')).RunPeek);
const dialogPart = createLazyPart(async () => (await import('./bulk/bulk-dialog.tsx')).BulkDialog);
const statesPart = createLazyPart(async () => (await import('./states/state-search.tsx')).StateSearch);

/** Every episode as a run: filter, facets, plot, table and peek. */
export function RunsScreen(): ReactNode {
  const runs = useRuns();
  const actions = useRunActions(runs);
  const client = useQueryClient();
  const { columns: keptColumns, setColumns } = useRunsLook();
  const [facetsOpen, setFacetsOpen] = useState(false);
  const [searching, setSearching] = useState(false);
  const [importing, setImporting] = useState(false);
  const imports = useMay()('write');
  const problemsId = useId();
  const [firstQuery] = useState(runs.query);
  useRunKeys(runs, actions);
  const { list, choice, tokens, peek } = runs;
  const problems = problemsOf(tokens);
  const peekPanel = peekPart.usePart(peek !== null);
  const dialog = dialogPart.usePart(actions.dialog !== null);
  const states = statesPart.usePart(searching);
  const matched = list.matched ?? 0;
  const rowsShown = list.matched !== null && matched > 0;

  function reread(): void {
    list.showNews();
    void client.invalidateQueries({ queryKey: runKeys.views() });
  }

  /** Takes in the rows that are loaded, or lets all go. */
  function chooseLoaded(): void {
    if (countOf(choice) > 0) {
      runs.setChoice(NO_CHOICE);
      return;
    }
    const [first, last] = list.range;
    const ids = Array.from({ length: last - first + 1 }, (_, at) => list.rowAt(first + at)?.id);
    runs.setChoice(
      setRuns(
        NO_CHOICE,
        ids.filter((id) => id !== undefined),
        true,
      ),
    );
  }

  return (
    <Page
      crumbs={[{ label: t('runs.title') }]}
      actions={imports ? <Button onClick={() => setImporting(true)}>{t('runs.import.button')}</Button> : null}
    >
      <ImportDrop enabled={imports} open={importing} onOpenChange={setImporting} onImported={reread}>
        <ViewTabs query={runs.query} columns={keptColumns} onOpen={(view) => setColumns(view.columns)} />
        <div className="relative flex min-h-0 flex-1">
          <aside
            aria-label={t('filter.facets')}
            className={cx(
              'flex w-[164px] shrink-0 flex-col border-line border-r bg-surface',
              facetsOpen ? 'max-md:absolute max-md:inset-0 max-md:z-30 max-md:w-full' : 'max-md:hidden',
            )}
          >
            {facetsOpen ? (
              <div className="border-line border-b p-2 md:hidden">
                <Button onClick={() => setFacetsOpen(false)}>
                  {t('filter.showRows', { count: matched })}
                </Button>
              </div>
            ) : null}
            <div className="min-h-0 flex-1 overflow-y-auto">
              {list.matched === null ? null : (
                <RunFacets
                  query={runs.unordered}
                  epoch={list.epoch}
                  tokens={tokens}
                  onToggle={runs.toggleFacet}
                />
              )}
            </div>
          </aside>
          <div className="flex min-w-0 flex-1 flex-col bg-surface">
            <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-1.5 md:min-h-10 md:flex-nowrap">
              <div className="flex min-w-0 flex-1 max-md:basis-full">
                <FilterBox
                  attach={runs.attachFilter}
                  label={t('runs.search')}
                  placeholder={t('runs.searchPlaceholder')}
                  query={runs.query}
                  tokens={tokens}
                  list={runs.filter}
                  onChange={runs.setQuery}
                  onLeave={() => runs.focusRow(Math.max(0, runs.cursor))}
                  describedBy={problems.length === 0 ? undefined : problemsId}
                />
              </div>
              <p
                role="status"
                className={cx(
                  'shrink-0 text-sm text-text-2 whitespace-nowrap',
                  list.isWaiting && 'opacity-60',
                )}
              >
                {list.matched === null ? '' : t('runs.count', { count: matched })}
              </p>
              <Button className="md:hidden" aria-expanded={facetsOpen} onClick={() => setFacetsOpen(true)}>
                {t('filter.facets')}
              </Button>
              <span className="max-md:hidden">
                <ColumnChooser columns={runs.columns} onChange={setColumns} />
              </span>
              <Button variant="ghost" aria-expanded={searching} onClick={() => setSearching(!searching)}>
                {t('runs.states.open')}
              </Button>
            </div>
            <FilterProblems id={problemsId} problems={problems} />
            {rowsShown ? (
              <PlotLine
                query={runs.unordered}
                epoch={list.epoch}
                onRange={(from, to) => runs.setField('train_step', stepFilter(from, to))}
              />
            ) : null}
            {searching && states.state === 'ready' ? (
              <states.part
                query={list.shownQuery}
                matched={matched}
                choice={choice}
                onFilter={runs.setQuery}
                onSelect={(ids) => runs.setChoice(setRuns(NO_CHOICE, ids, true))}
                onClose={() => setSearching(false)}
              />
            ) : null}
            <SelectionBar runs={runs} actions={actions} />
            <RunNews list={list} />
            <RunListState
              list={list}
              onClear={() => runs.setQuery('')}
              onImport={imports ? () => setImporting(true) : null}
            >
              <RunTable
                key={list.shownQuery}
                attach={runs.attachRows}
                restore={list.shownQuery === firstQuery}
                columns={runs.columns}
                count={matched}
                query={list.shownQuery}
                rowAt={list.rowAt}
                cursor={runs.cursor}
                onCursor={runs.setCursor}
                onRange={list.onRange}
                isChosen={(id) => isChosen(choice, id)}
                onChoose={runs.choose}
                onPeek={runs.openPeek}
                onFollow={runs.follow}
                head={{
                  order: sortOf(tokens),
                  sorts: SORTS,
                  onSort: runs.toggleSort,
                  chosen: countOf(choice) === 0 ? false : countOf(choice) >= matched ? true : 'mixed',
                  onChooseAll: chooseLoaded,
                }}
              />
            </RunListState>
          </div>
          {peek === null ? null : (
            <aside
              aria-label={t('filter.peek')}
              className="flex w-[min(340px,100%)] shrink-0 flex-col border-line border-l bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-30 max-lg:shadow-2 max-md:w-full"
            >
              {peekPanel.state === 'ready' ? (
                <peekPanel.part
                  key={peek}
                  id={peek}
                  row={runs.cursorRun}
                  place={runs.cursor < 0 ? null : { index: runs.cursor + 1, total: matched }}
                  query={list.shownQuery}
                  onMove={runs.move}
                  onClose={runs.closePeek}
                  chosen={isChosen(choice, peek)}
                  onChoose={() => runs.choose(runs.cursor, false)}
                  verifierHref={actions.verifierHref}
                />
              ) : null}
            </aside>
          )}
        </div>
        <footer className="flex h-7 shrink-0 items-center gap-3.5 overflow-hidden border-line border-t bg-surface px-3 text-text-2 text-xs whitespace-nowrap max-md:hidden">
          {rowsShown ? (
            <span>
              {t('filter.window', {
                first: formatNumber(list.range[0] + 1),
                last: formatNumber(list.range[1] + 1),
                total: formatNumber(matched),
              })}
            </span>
          ) : null}
          <HiddenCount count={list.hidden} />
          <RunLegend />
        </footer>
      </ImportDrop>
      {actions.dialog !== null && dialog.state === 'ready' ? (
        <dialog.part
          state={actions.dialog}
          query={list.shownQuery}
          onClose={actions.close}
          onChanged={reread}
          onSelect={(selection) => runs.setChoice({ kind: 'all', selection, except: new Set() })}
        />
      ) : null}
    </Page>
  );
}
