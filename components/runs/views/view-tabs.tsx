'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { formatNumber } from '../../../lib/client/format.ts';
import { type MessageKey, t } from '../messages.ts';
import { runKeys, runViewsQuery } from '../../../lib/client/queries/runs.ts';
import { runRoutes } from '../../../lib/contracts/rest-runs.ts';
import type { SavedView } from '../../../lib/contracts/runs.ts';
import { useMay } from '../../identity/index.ts';
import { UrlLink } from '../../layout/url-link.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { showToast } from '../../ui/toast.ts';

const dialogPart = createLazyPart(async () => (await import('./view-dialog.tsx')).ViewDialog);

interface ViewTabsProps {
  readonly query: string;
  /** Null: the standard ones. */
  readonly columns: readonly string[] | null;
  readonly onOpen: (view: SavedView) => void;
}

const SHIPPED: Readonly<Partial<Record<string, MessageKey>>> = {
  'suspicious-passes': 'runs.views.suspicious',
  disagreements: 'runs.views.disagreements',
  'needs-a-label': 'runs.views.unlabelled',
  all: 'runs.views.all',
};

/** What a view is called: those that come with the studio in the page's language. */
export function viewName({ id, name, shipped }: Pick<SavedView, 'id' | 'name' | 'shipped'>): string {
  const key = shipped ? SHIPPED[id] : undefined;
  return key === undefined ? name : t(key);
}

/** Saved filters with the number of runs that each shows. */
export function ViewTabs({ query, columns, onOpen }: ViewTabsProps): ReactNode {
  const views = useQuery(runViewsQuery());
  const client = useQueryClient();
  const may = useMay()('write');
  const [dialog, setDialog] = useState<{ readonly view: SavedView | null } | null>(null);
  const row = useRef<HTMLUListElement>(null);
  const naming = dialogPart.usePart(dialog !== null);
  const items = views.data?.items ?? [];
  const trimmed = query.trim();
  const current = items.find((view) => view.query.trim() === trimmed);
  const remove = useMutation({
    mutationFn: (view: SavedView) => callApi(runRoutes.removeView, { params: { id: view.id } }),
    onSuccess: (_, view) => {
      void client.invalidateQueries({ queryKey: runKeys.views() });
      const { name, query: text, columns: kept } = view;
      showToast({
        tone: 'ok',
        text: t('runs.views.removed', { name }),
        action: {
          label: t('common.undo'),
          onClick: () => {
            callApi(runRoutes.saveView, { body: { name, query: text, columns: kept } })
              .then(() => client.invalidateQueries({ queryKey: runKeys.views() }))
              .catch((error: unknown) => showToast({ tone: 'err', text: String(error) }));
          },
        },
      });
    },
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  const save = useMutation({
    mutationFn: (view: SavedView) =>
      callApi(runRoutes.saveView, {
        body: {
          id: view.id,
          name: view.name,
          query: trimmed,
          columns: columns === null ? null : [...columns],
        },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: runKeys.views() }),
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  const own = items.filter(({ shipped }) => !shipped);
  const entries: MenuEntry[] = [
    ...own.flatMap((view): MenuEntry[] => [
      { kind: 'heading', id: `${view.id}/name`, label: view.name },
      {
        id: `${view.id}/over`,
        label: t('runs.views.saveOver'),
        disabled: trimmed === view.query.trim() && sameColumns(columns, view.columns),
        onSelect: () => save.mutate(view),
      },
      { id: `${view.id}/rename`, label: t('runs.views.rename'), onSelect: () => setDialog({ view }) },
      {
        id: `${view.id}/remove`,
        label: t('runs.views.remove'),
        danger: true,
        onSelect: () => remove.mutate(view),
      },
    ]),
  ];
  return (
    <nav
      aria-label={t('runs.views.title')}
      className="flex h-9 shrink-0 items-stretch border-line border-b bg-surface"
    >
      <ul
        ref={row}
        className="flex min-w-0 flex-1 [scrollbar-width:none] items-stretch gap-1 overflow-x-auto overflow-y-hidden px-2"
      >
        {items.map((view) => (
          <ViewTab
            key={view.id}
            name={viewName(view)}
            query={view.query}
            count={view.count}
            current={view === current}
            onOpen={() => onOpen(view)}
          />
        ))}
      </ul>
      <span className="flex shrink-0 items-center gap-1 px-2">
        {current === undefined && trimmed !== '' && may ? (
          <Button variant="ghost" onClick={() => setDialog({ view: null })}>
            <Icon name="plus" className="size-3.5" />
            {t('runs.views.save')}
          </Button>
        ) : null}
        {own.length === 0 || !may ? null : (
          <Menu
            label={t('runs.views.edit')}
            align="end"
            entries={entries}
            trigger={(props) => (
              <Button {...props} variant="ghost" size="icon" aria-label={t('runs.views.edit')}>
                <Icon name="more" />
              </Button>
            )}
          />
        )}
      </span>
      {dialog === null || naming.state !== 'ready' ? null : (
        <naming.part view={dialog.view} query={trimmed} columns={columns} onClose={() => setDialog(null)} />
      )}
    </nav>
  );
}

interface ViewTabProps {
  readonly name: string;
  readonly query: string;
  readonly count: number | null;
  readonly current: boolean;
  readonly onOpen: () => void;
}

function ViewTab({ name, query, count, current, onOpen }: ViewTabProps): ReactNode {
  return (
    <li className="flex shrink-0">
      <UrlLink
        set={{ q: query === '' ? null : query, sel: null, peek: null }}
        aria-current={current ? 'page' : undefined}
        onClick={onOpen}
        title={query === '' ? undefined : query}
        className={cx(
          'relative flex items-center gap-1.5 px-2 whitespace-nowrap outline-offset-[-3px]',
          current
            ? "font-semibold text-text after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-accent after:content-['']"
            : 'text-text-2 hover:text-text',
        )}
      >
        {name}
        {count === null ? null : (
          <span className="font-normal text-text-2 text-xs tabular-nums">{formatNumber(count)}</span>
        )}
      </UrlLink>
    </li>
  );
}

function sameColumns(a: readonly string[] | null, b: readonly string[] | null): boolean {
  return (a ?? []).join() === (b ?? []).join();
}
