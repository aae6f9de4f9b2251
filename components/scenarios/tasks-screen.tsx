'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { useKey } from '../../lib/client/keys/index.ts';
import { t } from './messages.ts';
import type { TaskStatusName } from '../../lib/contracts/task-statuses.ts';
import { useMay } from '../identity/index.ts';
import { LoadFailed } from '../layout/load-failed.tsx';
import { Page } from '../layout/page.tsx';
import { createLazyPart } from '../ui/lazy-part.ts';
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
import { HUMAN_RUN_VALUES, RECHECK_VALUES, STATUS_VALUES, taskList } from './model/task-fields.ts';
import { STATUS_LOOKS } from './marks/status-mark.tsx';
import { SelectionBar } from './statuses/selection-bar.tsx';
import { StatusFile } from './statuses/status-file.tsx';
import { useTaskSelection } from './statuses/use-task-selection.ts';
import { TaskPeek } from './peek/task-peek.tsx';
import { TaskTable } from './task-table.tsx';

const FACETS: readonly string[] = ['status', 'recheck', 'finding', 'verifier', 'human-runs', 'category', 'pack'];
const statusDialog = createLazyPart(async () => (await import('./statuses/status-dialog.tsx')).StatusDialog);

/** A status that waits for its reason. */
interface Asked {
  readonly status: TaskStatusName;
  readonly tasks: readonly TaskEntry[];
}

export function TasksScreen(): ReactNode {
  const { list, tasks } = useTaskEntries();
  const browser = useBrowser(tasks, taskList, FACETS);
  const groups = useMemo(() => facetGroups(tasks), [tasks]);
  const selected = browser.shown[browser.selected];
  const selection = useTaskSelection(browser);
  const [asked, setAsked] = useState<Asked | null>(null);
  const dialog = statusDialog.usePart(asked !== null);
  const chosen = selection.ids.size > 0 ? tasks.filter(({ id }) => selection.ids.has(id)) : [];
  const atCursor = selected === undefined ? [] : [selected];
  const ask = (status: TaskStatusName) => {
    const about = chosen.length > 0 ? chosen : atCursor;
    if (about.length > 0) setAsked({ status, tasks: about });
  };
  const may = useMay();
  const some = { enabled: chosen.length + atCursor.length > 0 && may('write') };
  useKey('status.ok', () => ask('ok'), some);
  useKey('status.suspect', () => ask('suspect'), some);
  useKey('status.quarantined', () => ask('quarantined'), some);
  useKey('status.fixed', () => ask('fixed'), some);
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
        tools={<StatusFile />}
        notes={<SelectionBar selection={selection} shown={browser.shown.length} onStatus={ask} />}
        legend={<ActorLegend />}
        peek={
          selected === undefined ? null : (
            <TaskPeek
              task={selected}
              onStatus={(status) => setAsked({ status, tasks: [selected] })}
              place={t('filter.place', { index: browser.selected + 1, total: browser.shown.length })}
              onClose={() => browser.setPeeking(false)}
            />
          )
        }
      >
        <ListState state={list} what={t('tasks.what')} total={tasks.length} browser={browser}>
          <TaskTable browser={browser} selection={selection} />
        </ListState>
      </ListFrame>
      {asked === null || dialog.state === 'waiting' ? null : dialog.state === 'failed' ? (
        <LoadFailed what={t('tasks.setStatus')} onRetry={dialog.retry} onClose={() => setAsked(null)} />
      ) : (
        <dialog.part
          {...asked}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            selection.clear();
          }}
        />
      )}
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
        glyph: STATUS_LOOKS[value].glyph,
        glyphClass: STATUS_LOOKS[value].look,
      })),
    },
    {
      field: 'recheck',
      title: t('tasks.rechecks.title'),
      options: RECHECK_VALUES.map((value) => ({ value, label: t(`tasks.rechecks.${value}`) })),
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
