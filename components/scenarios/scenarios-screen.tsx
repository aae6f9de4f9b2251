'use client';

import { type ReactNode, useMemo } from 'react';
import { t } from './messages.ts';
import { Page } from '../layout/page.tsx';
import { type FacetGroup, FacetColumn } from './browse/facet-column.tsx';
import { NumberFacet } from './browse/number-facet.tsx';
import { Legend } from './browse/legend.tsx';
import { ListFrame } from './browse/list-frame.tsx';
import { ListState } from './browse/list-state.tsx';
import { ServerNotes } from './browse/server-notes.tsx';
import { useBrowser } from './browse/use-browser.ts';
import { useEntries } from './browse/use-entries.ts';
import { healthOptions, namedOptions } from './browse/facet-options.ts';
import type { ScenarioEntry } from './model/entries.ts';
import { distinct, RUN_VALUES, scenarioList } from './model/scenario-fields.ts';
import { ScenarioPeek } from './peek/scenario-peek.tsx';
import { ScenarioTable } from './scenario-table.tsx';

const FACETS: readonly string[] = ['category', 'verifier', 'health', 'runs', 'pack'];

export function ScenariosScreen(): ReactNode {
  const { list, entries } = useEntries();
  const browser = useBrowser(entries, scenarioList, FACETS);
  const groups = useMemo(() => facetGroups(entries), [entries]);
  const selected = browser.shown[browser.selected];

  return (
    <Page crumbs={[{ label: t('scenarios.title') }]}>
      <ListFrame
        browser={browser}
        view="scenarios"
        searchLabel={t('scenarios.search')}
        placeholder={t('scenarios.searchPlaceholder')}
        total={list.data === undefined ? null : entries.length}
        notes={<ServerNotes />}
        facets={
          <FacetColumn browser={browser} groups={groups}>
            <NumberFacet browser={browser} items={entries} field="tools" title={t('scenarios.tools')} />
            <NumberFacet browser={browser} items={entries} field="tables" title={t('scenarios.tables')} />
          </FacetColumn>
        }
        legend={<Legend />}
        peek={
          selected === undefined ? null : (
            <ScenarioPeek
              key={selected.id}
              entry={selected}
              place={t('filter.place', { index: browser.selected + 1, total: browser.shown.length })}
              onClose={() => browser.setPeeking(false)}
            />
          )
        }
      >
        <ListState state={list} what={t('scenarios.what')} total={entries.length} browser={browser}>
          <ScenarioTable browser={browser} />
        </ListState>
      </ListFrame>
    </Page>
  );
}

function facetGroups(entries: readonly ScenarioEntry[]): readonly FacetGroup[] {
  const scenarios = entries.map(({ scenario }) => scenario);
  return [
    {
      field: 'category',
      title: t('filter.category'),
      options: namedOptions(distinct(scenarios.map(({ category }) => category))),
    },
    {
      field: 'verifier',
      title: t('filter.verifier'),
      options: (['sql', 'code', 'none'] as const).map((value) => ({
        value,
        label: t(`filter.verifiers.${value}`),
      })),
    },
    { field: 'health', title: t('scenarios.health'), options: healthOptions() },
    {
      field: 'runs',
      title: t('filter.runs'),
      options: RUN_VALUES.map((value) => ({ value, label: t(`filter.played.${value}`) })),
    },
    {
      field: 'pack',
      title: t('filter.pack'),
      options: namedOptions(distinct(scenarios.map(({ pack }) => pack))),
    },
  ];
}
