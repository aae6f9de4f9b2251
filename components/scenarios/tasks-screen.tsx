'use client';

import { type ReactNode, useMemo } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { Page } from '../layout/page.tsx';
import { type FacetGroup, FacetColumn } from './browse/facet-column.tsx';
import { findingOptions, namedOptions } from './browse/facet-options.ts';
import { ActorLegend } from './browse/legend.tsx';
import { ListFrame } from './browse/list-frame.tsx';
import { ListState } from './browse/list-state.tsx';
import { NumberFacet } from './browse/number-facet.tsx';
import { useBrowser } from './browse/use-browser.ts';
import { useTaskEntries } from './browse/use-entries.ts';
import type { TaskEntry } from './model/entries.ts';
import { distinct } from './model/scenario-fields.ts';
import { HUMAN_RUN_VALUES, STATUS_VALUES, taskList } from './model/task-fields.ts';
import { TaskPeek } from './peek/task-peek.tsx';
import { TaskTable } from './task-table.tsx';

const FACETS: readonly string[] = ['status', 'finding', 'verifier', 'human-runs', 'category', 'pack'];
const STATUS_GLYPHS = {
  ok: { glyph: '✓', glyphClass: 'text-ok' },
  suspect: { glyph: '!', glyphClass: 'text-warn' },
  unchecked: {},
} as const;

export function TasksScreen(): ReactNode {
  const { list, tasks } = useTaskEntries();
  const browser = useBrowser(tasks, taskList, FACETS);
  const groups = useMemo(() => facetGroups(tasks), [tasks]);
  const selected = browser.shown[browser.selected];
  return (
    <Page crumbs={[{ label: t('scenarios.title'), href: '/' }, { label: t('tasks.title') }]}>
      <ListFrame
        browser={browser}
        view="tasks"
        searchLabel={t('tasks.search')}
        placeholder={t('tasks.searchPlaceholder')}
        total={list.data === undefined ? null : tasks.length}
        facets={
          <FacetColumn browser={browser} groups={groups}>
            <NumberFacet browser={browser} items={tasks} field="tools" title={t('scenarios.tools')} />
            <NumberFacet browser={browser} items={tasks} field="tables" title={t('scenarios.tables')} />
          </FacetColumn>
        }
        legend={<ActorLegend />}
        peek={
          selected === undefined ? null : (
            <TaskPeek
              task={selected}
              place={t('filter.place', { index: browser.selected + 1, total: browser.shown.length })}
              onClose={() => browser.setPeeking(false)}
            />
          )
        }
      >
        <ListState state={list} what={t('tasks.what')} total={tasks.length} browser={browser}>
          <TaskTable browser={browser} />
        </ListState>
      </ListFrame>
    </Page>
  );
}

function facetGroups(tasks: readonly TaskEntry[]): readonly FacetGroup[] {
  return [
    {
      field: 'status',
      title: t('tasks.status'),
      options: STATUS_VALUES.map((value) => ({
        value,
        label: t(`tasks.statuses.${value}`),
        ...STATUS_GLYPHS[value],
      })),
    },
    {
      field: 'finding',
      title: t('tasks.finding'),
      options: [...findingOptions(), { value: 'none', label: t('tasks.none') }],
    },
    {
      field: 'verifier',
      title: t('filter.verifier'),
      options: (['code', 'sql', 'none'] as const).map((value) => ({
        value,
        label: t(`filter.verifiers.${value}`),
      })),
    },
    {
      field: 'human-runs',
      title: t('tasks.humanRuns'),
      options: HUMAN_RUN_VALUES.map((value) => ({ value, label: t(`tasks.humanRunsOf.${value}`) })),
    },
    {
      field: 'category',
      title: t('filter.category'),
      options: namedOptions(distinct(tasks.map(({ scenario }) => scenario.category))),
    },
    {
      field: 'pack',
      title: t('filter.pack'),
      options: namedOptions(distinct(tasks.map(({ scenario }) => scenario.pack))),
    },
  ];
}
