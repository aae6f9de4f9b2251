'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { buildPath, callApi } from '../../lib/client/api.ts';
import { useKey, useKeyLabel } from '../../lib/client/keys/index.ts';
import { t } from './messages.ts';
import { startDownload } from '../../lib/client/follow-download.ts';
import { runEpisodeQuery, runKeys } from '../../lib/client/queries/run.ts';
import { compareHref, workbenchHref } from '../../lib/client/run-links.ts';
import { useGoTo } from '../../lib/client/use-go-to.ts';
import { artifactRoutes } from '../../lib/contracts/rest-artifacts.ts';
import type { Episode } from '../../lib/contracts/rest-schemas.ts';
import { runRoutes } from '../../lib/contracts/rest-runs.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { useMay } from '../identity/index.ts';
import { outcomesHref } from '../outcomes/index.ts';
import { pushUrl } from '../layout/url-link.tsx';
import { type PaletteItem, usePaletteItems } from '../palette/index.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { createLazyPart } from '../ui/lazy-part.ts';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { showToast } from '../ui/toast.ts';

const queuePart = createLazyPart(async () => (await import('../annotation/queues/index.ts')).AddToQueue);
const fixPart = createLazyPart(async () => (await import('../annotation/pairs/index.ts')).SendToFix);

/** What can be done with a run, beside looking at it. */
export function RunActions({ episode }: { readonly episode: Episode }): ReactNode {
  const { id, scenario, taskIdx } = episode;
  const goTo = useGoTo();
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const queue = queuePart.usePart(adding);
  const [sending, setSending] = useState(false);
  const fix = fixPart.usePart(sending);
  // Of a run that is over, the last step is looked at unless the address says another.
  const seq = Number(useSearchParams().get('step') ?? episode.steps);
  const fixable = episode.endReason !== null && seq > 0 && may('label');
  const pin = usePin(episode);
  const compareKey = useKeyLabel('run.compare');
  const verifierKey = useKeyLabel('run.verifier');
  const compare = compareHref([id]);
  const hidden = episode.baseline && episode.endReason === null;
  const verifier = taskIdx === null || hidden ? null : workbenchHref(scenario, taskIdx, id);

  useKey('run.compare', () => goTo(compare));
  useKey('run.verifier', () => verifier !== null && goTo(verifier), { enabled: verifier !== null });
  useKey('run.fix', () => setSending(true), { enabled: fixable });
  useKey('run.notes', () => pushUrl({ side: 'people' }));

  const entries: readonly MenuEntry[] = [
    ...(episode.endReason !== null || episode.sessionId === null
      ? []
      : [
          {
            id: 'session',
            label: t('run.openSession'),
            href: `/sessions/${encodeURIComponent(episode.sessionId)}`,
          },
        ]),
    { id: 'compare', label: t('run.actions.compare'), href: compare, ...shortcut(compareKey) },
    ...(verifier === null
      ? []
      : [{ id: 'verifier', label: t('run.actions.verifier'), href: verifier, ...shortcut(verifierKey) }]),
    ...(taskIdx === null || hidden
      ? []
      : [{ id: 'outcomes', label: t('run.actions.outcomes'), href: outcomesHref({ scenario, taskIdx }) }]),
    ...(episode.endReason === null || !may('lead')
      ? []
      : [{ id: 'queue', label: t('run.actions.queue'), onSelect: () => setAdding(true) }]),
    ...(fixable
      ? [{ id: 'fix', label: t('run.actions.fix', { seq }), onSelect: () => setSending(true) }]
      : []),
    ...(may('write')
      ? [{ id: 'pin', label: t(episode.pinned ? 'run.actions.unpin' : 'run.actions.pin'), onSelect: pin }]
      : []),
    { kind: 'separator', id: 'sides' },
    side('people'),
    side('lineage'),
    side('replay'),
    side('whatif'),
    side('log'),
    { kind: 'separator', id: 'out' },
    { id: 'zip', label: t('run.actions.zip'), icon: 'download', onSelect: () => download(id, 'zip') },
    { id: 'html', label: t('run.actions.html'), icon: 'download', onSelect: () => download(id, 'html') },
  ];

  usePaletteItems(() =>
    entries.flatMap((entry): readonly PaletteItem[] => {
      if (entry.kind === 'separator' || entry.kind === 'heading') return [];
      const item = { id: `run/${entry.id}`, group: 'actions' as const, text: entry.label };
      if (entry.href !== undefined) return [{ ...item, href: entry.href }];
      return entry.onSelect === undefined ? [] : [{ ...item, run: entry.onSelect }];
    }),
  );

  return (
    <>
      <NavLink
        href={compare}
        className={`${buttonClass()} max-lg:hidden`}
        aria-keyshortcuts={compareKey?.aria}
      >
        {t('run.actions.compare')} {compareKey === null ? null : <Kbd>{compareKey.shown}</Kbd>}
      </NavLink>
      {verifier === null ? null : (
        <NavLink
          href={verifier}
          className={`${buttonClass()} max-lg:hidden`}
          aria-keyshortcuts={verifierKey?.aria}
        >
          {t('run.actions.verifier')} {verifierKey === null ? null : <Kbd>{verifierKey.shown}</Kbd>}
        </NavLink>
      )}
      <Menu
        label={t('run.actions.more')}
        align="end"
        entries={entries}
        trigger={(trigger) => (
          <Button {...trigger} size="icon" aria-label={t('run.actions.more')} title={t('run.actions.more')}>
            <Icon name="more" />
          </Button>
        )}
      />
      {adding && queue.state === 'ready' ? (
        <queue.part target={{ ids: [id] }} count={1} onClose={() => setAdding(false)} />
      ) : null}
      {sending && fix.state === 'ready' ? (
        <fix.part run={id} seq={seq} onClose={() => setSending(false)} />
      ) : null}
    </>
  );
}

function side(name: 'people' | 'lineage' | 'replay' | 'whatif' | 'log'): MenuEntry {
  return { id: name, label: t(`run.sides.${name}`), onSelect: () => pushUrl({ side: name }) };
}

function shortcut(key: { readonly shown: string } | null): { readonly shortcut?: string } {
  return key === null ? {} : { shortcut: key.shown };
}

function download(id: string, format: 'zip' | 'html'): void {
  startDownload(buildPath(artifactRoutes.exportEpisode.path, { id }, { format }));
}

function usePin({ id, pinned }: Episode): () => void {
  const client = useQueryClient();
  const pin = useMutation({
    networkMode: 'always',
    mutationFn: () => callApi(runRoutes.pinRuns, { body: { target: { ids: [id] }, pinned: !pinned } }),
    onSuccess: () => {
      client.setQueryData(runEpisodeQuery(id).queryKey, (was) => was && { ...was, pinned: !pinned });
      showToast({ tone: 'ok', text: t(pinned ? 'run.actions.unpinned' : 'run.actions.pinned') });
      return client.invalidateQueries({
        queryKey: runKeys.one(id),
        refetchType: 'active',
        predicate: ({ queryKey }) => queryKey[2] !== 'steps',
      });
    },
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  return () => pin.mutate();
}
