'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { formatTime } from '../../../lib/client/format.ts';
import { type KeyAction, useKeyLabel } from '../../../lib/client/keys/index.ts';
import { t } from '../messages.ts';
import { runRevisionQuery } from '../../../lib/client/queries/runs.ts';
import { runRoutes } from '../../../lib/contracts/rest-runs.ts';
import type { RunSelection } from '../../../lib/contracts/runs.ts';
import { useMay } from '../../identity/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast.ts';
import { countOf, NO_CHOICE } from '../model/selection.ts';
import type { Runs } from '../use-runs.ts';
import type { RunActions } from './use-run-actions.ts';

/** What is selected, and what can be done with it. Empty while nothing is. */
export function SelectionBar({
  runs,
  actions,
}: {
  readonly runs: Runs;
  readonly actions: RunActions;
}): ReactNode {
  const { choice, list } = runs;
  const may = useMay();
  const writes = may('write');
  const selectAll = useMutation({
    mutationFn: () => callApi(runRoutes.selectRuns, { body: { q: list.shownQuery } }),
    onSuccess: (selection) => runs.setChoice({ kind: 'all', selection, except: new Set() }),
    onError: (error) => showToast({ tone: 'err', text: t('runs.selection.failed', { why: error.message }) }),
  });
  const count = countOf(choice);
  if (count === 0) return null;
  const matched = list.matched ?? 0;
  const isAll = choice.kind === 'all' && choice.selection.query === list.shownQuery;
  const entries: MenuEntry[] = [
    ...(writes
      ? [
          { id: 'pin', label: t('runs.actions.pin'), onSelect: () => actions.open('pin') },
          { id: 'replay', label: t('runs.actions.replay'), onSelect: () => actions.open('replay') },
          { id: 'tasks', label: t('runs.status.action'), onSelect: () => actions.open('tasks') },
        ]
      : []),
    ...(may('analyse') ? [{ id: 'pairs', label: t('runs.actions.pairs'), onSelect: actions.pairs }] : []),
    { id: 'sample', label: t('runs.actions.sample'), onSelect: () => actions.open('sample') },
    ...(writes
      ? [
          {
            id: 'remove',
            label: t('runs.remove.action'),
            danger: true,
            onSelect: () => actions.open('remove'),
          },
        ]
      : []),
  ];
  return (
    <section
      aria-label={t('runs.selection.title')}
      className="on-tint flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b bg-accent-soft px-3 py-1"
    >
      <Checkbox
        checked={isAll && choice.except.size === 0 ? true : 'mixed'}
        onChange={() => runs.setChoice(NO_CHOICE)}
        label={<span className="sr-only">{t('runs.selection.clear')}</span>}
      />
      <b role="status" className="font-semibold text-sm">
        {t('runs.selection.count', { count })}
      </b>
      {choice.kind === 'all' ? (
        <FixedWords selection={choice.selection} />
      ) : matched > count ? (
        <button
          type="button"
          disabled={selectAll.isPending}
          aria-busy={selectAll.isPending || undefined}
          onClick={() => selectAll.mutate()}
          className="min-h-6 font-medium text-accent text-sm underline underline-offset-3"
        >
          {t('runs.selection.all', { count: matched })}
        </button>
      ) : null}
      <Button disabled={count < 2} onClick={actions.compare}>
        {count > 6 ? t('runs.actions.group') : t('runs.actions.compare')} <Key action="list.compare" />
      </Button>
      {writes ? (
        <Button onClick={() => actions.open('reverify')}>
          {t('runs.actions.reverify')} <Key action="list.reverify" />
        </Button>
      ) : null}
      <Button onClick={() => actions.open('export')}>
        {t('runs.actions.export')} <Key action="list.export" />
      </Button>
      {may('lead') ? <Button onClick={() => actions.open('queue')}>{t('runs.actions.queue')}</Button> : null}
      <Menu
        label={t('runs.actions.more')}
        entries={entries}
        trigger={(props) => (
          <Button {...props} aria-label={t('runs.actions.more')} size="icon">
            <Icon name="more" />
          </Button>
        )}
      />
      <span className="ml-auto">
        <Button variant="ghost" onClick={() => runs.setChoice(NO_CHOICE)}>
          {t('runs.selection.clear')} <Key action="list.clear" />
        </Button>
      </span>
    </section>
  );
}

/** What was fixed, and whether more matches by now. */
function FixedWords({ selection }: { readonly selection: RunSelection }): ReactNode {
  const { query, madeAtMs, count } = selection;
  const now = useQuery(runRevisionQuery(query)).data;
  const more = now?.matched === undefined || now.matched === null ? 0 : now.matched - count;
  return (
    <span className="min-w-0 text-sm text-text-2 wrap-anywhere">
      {t('runs.selection.fixed', {
        query: query === '' ? t('runs.views.all') : query,
        time: formatTime(madeAtMs),
      })}
      {more > 0 ? ` · ${t('runs.selection.more', { count: more })}` : null}
    </span>
  );
}

function Key({ action }: { readonly action: KeyAction }): ReactNode {
  const label = useKeyLabel(action);
  return label === null ? null : <Kbd>{label.shown}</Kbd>;
}
