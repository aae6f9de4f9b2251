'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { useMediaQuery } from '../../lib/client/use-media-query.ts';
import { type Browser, type RowState, SortHeader, VirtualRows } from '../scenarios/browse/index.ts';
import { kindOf } from '../scenarios/model/finding-kinds.ts';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import type { AuditEntry } from './model/audit-list.ts';

const WIDE = '(min-width: 720px)';
const WIDE_ROW_PX = 46;
const CARD_PX = 104;
const COLUMNS = 'md:grid-cols-[68px_168px_minmax(0,190px)_minmax(0,1fr)_64px] md:gap-x-3';
const TONES = { error: 'err', warning: 'warn', info: 'info' } as const;

export function AuditTable({ browser }: { readonly browser: Browser<AuditEntry> }): ReactNode {
  const rowPx = useMediaQuery(WIDE) ? WIDE_ROW_PX : CARD_PX;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        className={cx(
          'hidden h-7 shrink-0 items-center border-line border-b px-3 text-text-2 text-xs md:grid',
          COLUMNS,
        )}
      >
        <SortHeader browser={browser} name="severity" label={t('audits.severity')} />
        <SortHeader browser={browser} name="code" label={t('audits.code')} />
        <SortHeader browser={browser} name="scenario" label={t('audits.scenario')} />
        <span className="truncate">{t('audits.finding')}</span>
        <SortHeader browser={browser} name="status" label={t('audits.status')} />
      </div>
      <VirtualRows
        attach={browser.attachRows}
        label={t('audits.title')}
        items={browser.shown}
        rowPx={rowPx}
        keyOf={({ id }) => id}
        selected={browser.selected}
        onSelect={browser.select}
        onRange={browser.onRange}
        renderRow={(entry, row) => <Row entry={entry} row={row} browser={browser} />}
      />
    </div>
  );
}

interface RowProps {
  readonly entry: AuditEntry;
  readonly row: RowState;
  readonly browser: Browser<AuditEntry>;
}

function Row({ entry, row, browser }: RowProps): ReactNode {
  const { code, severity, scenario, taskIdx, tool, message, status } = entry;
  const kind = kindOf(code);
  const address = new URLSearchParams({
    ...(browser.query !== '' && { q: browser.query }),
    sel: entry.id,
    peek: '1',
  });
  return (
    <div
      className={cx(
        'grid h-full content-center items-center gap-x-3 gap-y-0.5 px-3 text-sm max-md:grid-cols-[auto_minmax(0,1fr)_auto]',
        COLUMNS,
      )}
    >
      <span>
        <Badge tone={TONES[severity]}>{t(`audits.severities.${severity}`)}</Badge>
      </span>
      <span className="flex min-w-0 items-center gap-1.5">
        <span aria-hidden="true" className="w-3 shrink-0 text-center text-text-2">
          {kind?.glyph}
        </span>
        <span className="truncate">{kind === undefined ? code : t(`findings.${kind.code}.name`)}</span>
      </span>
      <span className="flex min-w-0 flex-col leading-[17px] max-md:order-last max-md:col-span-3 max-md:flex-row max-md:gap-2">
        <span className="truncate">{scenario}</span>
        <span className="truncate text-text-2">
          {taskIdx === null ? (tool ?? '') : t('findings.task', { index: taskIdx })}
        </span>
      </span>
      <Link
        href={`/audits?${address.toString()}`}
        prefetch={false}
        tabIndex={row.tabIndex}
        aria-current={row.selected ? 'true' : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          browser.peekAt(row.index);
        }}
        title={message}
        className="line-clamp-2 leading-[17px] wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 max-md:order-last max-md:col-span-3"
      >
        {message}
      </Link>
      <span className={status === 'new' ? 'font-medium text-text' : 'text-text-2'}>
        {t(`audits.statuses.${status}`)}
      </span>
    </div>
  );
}
