'use client';

import type { ReactNode } from 'react';
import { formatAbsolute, formatAgo } from '../../../lib/client/format.ts';
import { runHref, shortRunId } from '../../../lib/client/run-links.ts';
import { useNow } from '../../../lib/client/use-now.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { QueueItem } from '../../../lib/contracts/annotation/queue-admin.ts';
import { May } from '../../identity/index.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { t } from './messages.ts';

interface QueueItemLineProps {
  readonly item: QueueItem;
  readonly schema: LabelSchemaDoc;
  readonly onRemove: () => void;
  readonly onBack: () => void;
  readonly onGold: () => void;
  readonly onRelease: (assignment: string) => void;
}

const TONES: Readonly<Record<QueueItem['assignments'][number]['state'], Tone>> = {
  reserved: 'info',
  submitted: 'ok',
  skipped: 'warn',
  expired: 'plain',
  returned: 'warn',
};

/** An item: its run, and how it stands for each person. */
export function QueueItemLine(props: QueueItemLineProps): ReactNode {
  const { item, schema, onRemove, onBack, onGold, onRelease } = props;
  const now = useNow();
  const { run, scenario, taskIdx, assignments } = item;
  const shown = t('queueAdmin.items.of', { run: shortRunId(run ?? item.id) });
  const entries: readonly MenuEntry[] = item.removed
    ? run === null
      ? []
      : [{ id: 'back', label: t('queueAdmin.items.back'), onSelect: onBack }]
    : [
        {
          id: 'gold',
          label: t(item.kind === 'gold' ? 'queueAdmin.items.editGold' : 'queueAdmin.items.makeGold'),
          onSelect: onGold,
        },
        ...assignments
          .filter(({ state }) => state === 'reserved')
          .map(({ id, name }) => ({
            id,
            label: t('queueAdmin.items.release', { name }),
            onSelect: () => onRelease(id),
          })),
        { id: 'remove', label: t('queueAdmin.items.remove'), danger: true, onSelect: onRemove },
      ];
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 border-line border-b py-1.5 last:border-b-0">
      {run === null ? (
        <span className="text-text-2">{t('queueAdmin.items.hiddenRun')}</span>
      ) : (
        [run, ...(item.otherRun === null ? [] : [item.otherRun])].map((each) => (
          <NavLink key={each} href={runHref(each)} className="font-mono text-accent">
            {shortRunId(each)}
          </NavLink>
        ))
      )}
      <span className="min-w-0 basis-44 truncate">
        {scenario}
        {taskIdx === null ? null : ` · ${t('queueAdmin.items.task', { index: taskIdx })}`}
      </span>
      <span className="flex min-w-0 flex-1 basis-60 flex-wrap gap-x-3 gap-y-1">
        {item.kind === 'gold' ? <Badge tone="accent">{t('queueAdmin.items.gold')}</Badge> : null}
        {item.identical.length === 0 ? null : (
          <Badge>{t('queueAdmin.items.identical', { count: item.identical.length })}</Badge>
        )}
        {item.removed ? <Badge tone="err">{t('queueAdmin.items.removed')}</Badge> : null}
        {item.stuck ? (
          <Badge tone="warn" glyph="!">
            {t('queueAdmin.items.stuck')}
          </Badge>
        ) : null}
        {assignments.length === 0 && !item.removed ? (
          <span className="text-text-2">{t('queueAdmin.items.untouched')}</span>
        ) : null}
        {assignments.map(
          ({ id, name, state, atMs, outcome, preference, skipReason, returnNote, revealed, versions }) => (
            <span key={id} className="flex min-w-0 flex-wrap items-center gap-1.5">
              <Badge tone={TONES[state]}>{t(`queueAdmin.assignment.${state}`)}</Badge>
              <span title={formatAbsolute(atMs)}>
                {name} <span className="text-text-2">{formatAgo(atMs, now)}</span>
              </span>
              {preference === null ? null : (
                <span className="font-medium">{t(`queueAdmin.items.better.${preference}`)}</span>
              )}
              {outcome === null ? null : (
                <span className="font-medium">
                  {schema.outcomes.find(({ value }) => value === outcome)?.label ?? outcome}
                </span>
              )}
              {versions > 1 ? (
                <span className="text-text-2">{t('queueAdmin.items.versions', { count: versions })}</span>
              ) : null}
              {revealed ? <Badge tone="warn">{t('queueAdmin.items.revealed')}</Badge> : null}
              {(skipReason ?? returnNote) === null ? null : (
                <q className="text-text-2 wrap-anywhere">{skipReason ?? returnNote}</q>
              )}
            </span>
          ),
        )}
      </span>
      <May needs="lead">
        <Menu
          label={shown}
          align="end"
          entries={entries}
          trigger={(trigger) => (
            <Button {...trigger} size="icon-sm" variant="ghost" aria-label={shown} title={shown}>
              <Icon name="more" />
            </Button>
          )}
        />
      </May>
    </li>
  );
}
