'use client';

import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/client/format.ts';
import { useKeyLabel } from '../../lib/client/keys/index.ts';
import { t } from './messages.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Neighbours } from './use-neighbours.ts';

/** Where the run stands in the list that it was opened from, and the way to those beside it. */
export function ListNav({ neighbours }: { readonly neighbours: Neighbours | null }): ReactNode {
  const previousKey = useKeyLabel('run.previous');
  const nextKey = useKeyLabel('run.next');
  if (neighbours === null) return null;
  const { q, at, matched, previous, next } = neighbours;
  const list = q === '' ? t('run.nav.all') : q;
  const where =
    at === null
      ? t('run.nav.left')
      : t('run.nav.place', { at: formatNumber(at + 1), of: formatNumber(matched) });
  return (
    <nav aria-label={t('run.nav.title')} className="flex shrink-0 items-center gap-0.5 text-sm text-text-2">
      <Step href={previous} label={t('run.nav.previous')} shortcut={previousKey?.shown} icon="up" />
      <Step href={next} label={t('run.nav.next')} shortcut={nextKey?.shown} icon="down" />
      <span title={list} className="max-lg:sr-only tabular-nums">
        {where}
        <span className="sr-only"> {list}</span>
      </span>
    </nav>
  );
}

interface StepProps {
  readonly href: string | null;
  readonly label: string;
  readonly shortcut: string | undefined;
  readonly icon: 'up' | 'down';
}

function Step({ href, label, shortcut, icon }: StepProps): ReactNode {
  const look = buttonClass({ variant: 'ghost', size: 'icon-sm' });
  if (href === null) {
    return (
      <span aria-hidden="true" className={`${look} opacity-40`}>
        <Icon name={icon} />
      </span>
    );
  }
  return (
    <NavLink
      href={href}
      aria-label={label}
      title={shortcut === undefined ? label : `${label} ${shortcut}`}
      className={look}
    >
      <Icon name={icon} />
    </NavLink>
  );
}
