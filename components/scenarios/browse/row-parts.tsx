'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { formatAbsolute, formatAgo, formatNumber } from '../../../lib/client/format.ts';
import { t } from '../messages.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Warming } from './use-warming.ts';
import type { RowState } from './virtual-rows.tsx';

interface RowLinkProps {
  readonly href: string;
  readonly scenarioKey: string;
  readonly row: RowState;
  readonly warming: Warming;
  readonly onFollow: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The name of a row, a link over all of it. Resting on it warms the scenario. */
export function RowLink(props: RowLinkProps): ReactNode {
  const { scenarioKey, row, warming } = props;
  return (
    <Link
      href={props.href}
      prefetch={false}
      tabIndex={row.tabIndex}
      aria-current={row.selected ? 'true' : undefined}
      onPointerEnter={() => warming.rest(scenarioKey)}
      onPointerLeave={warming.leave}
      onFocus={() => warming.rest(scenarioKey)}
      onBlur={warming.leave}
      onClick={props.onFollow}
      className={props.className ?? 'truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2'}
    >
      {props.children}
    </Link>
  );
}

/** Opens the row in the peek; for pointers, beside the Space key. */
export function PeekButton({ name, onPeek }: { readonly name: string; readonly onPeek: () => void }): ReactNode {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t('filter.peekAt', { name })}
      title={t('filter.peek')}
      onClick={onPeek}
      className="relative z-10 flex size-6 items-center justify-center rounded-1 text-text-2 opacity-0 group-hover:opacity-100 hover:bg-surface-3 focus-visible:opacity-100 pointer-coarse:hidden max-md:hidden"
    >
      <Icon name="right" className="size-3.5" />
    </button>
  );
}

/** How long ago, with the time itself on hover. */
export function LastRun({ atMs, now }: { readonly atMs: number | null; readonly now: number }): ReactNode {
  if (atMs === null) {
    return (
      <span className="text-text-2">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t('scenarios.noRuns')}</span>
      </span>
    );
  }
  return (
    <time dateTime={new Date(atMs).toISOString()} title={formatAbsolute(atMs)} className="truncate">
      {formatAgo(atMs, now)}
    </time>
  );
}

/** A figure that may not be known yet. */
export function Known({ value, why }: { readonly value: number | null; readonly why: string }): ReactNode {
  if (value !== null) return formatNumber(value);
  return (
    <span className="text-text-2" title={why}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{why}</span>
    </span>
  );
}
