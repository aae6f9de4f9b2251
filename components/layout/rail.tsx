'use client';

import { NavLink } from './nav-link.tsx';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { type MessageKey, t } from '../../lib/client/messages/index.ts';
import type { Permission } from '../../lib/contracts/people.ts';
import type { Who } from '../../lib/contracts/rest-who.ts';
import { useWho } from '../identity/use-who.ts';
import { cx } from '../ui/cx.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

interface Place {
  readonly href: string;
  readonly icon: IconName;
  readonly label: MessageKey;
  readonly isCurrent: (path: string) => boolean;
  /** Offered to whoever has one of these; absent: to everybody. */
  readonly needs?: readonly Permission[];
  /** At the far end. */
  readonly last?: true;
}

const PLACES: readonly Place[] = [
  {
    href: '/',
    icon: 'scenarios',
    label: 'nav.scenarios',
    isCurrent: (path) => path === '/' || path.startsWith('/scenarios') || path.startsWith('/tasks'),
  },
  {
    href: '/sessions',
    icon: 'sessions',
    label: 'nav.sessions',
    isCurrent: (path) => path.startsWith('/sessions'),
  },
  {
    href: '/runs',
    icon: 'runs',
    label: 'nav.runs',
    needs: ['read'],
    isCurrent: (path) => path.startsWith('/runs'),
  },
  {
    href: '/compare',
    icon: 'compare',
    label: 'nav.compare',
    needs: ['read'],
    isCurrent: (path) => path.startsWith('/compare'),
  },
  {
    href: '/annotate',
    icon: 'annotate',
    label: 'nav.annotate',
    needs: ['label', 'adjudicate', 'analyse', 'lead'],
    isCurrent: (path) => path.startsWith('/annotate'),
  },
  {
    href: '/verifiers',
    icon: 'verifiers',
    label: 'nav.verifiers',
    needs: ['read'],
    isCurrent: (path) => path.startsWith('/verifiers'),
  },
  {
    href: '/audits',
    icon: 'audits',
    label: 'nav.audits',
    needs: ['read'],
    isCurrent: (path) => path.startsWith('/audits'),
  },
  {
    href: '/settings',
    icon: 'settings',
    label: 'nav.settings',
    isCurrent: (path) => path.startsWith('/settings'),
    last: true,
  },
];

export function Rail(): ReactNode {
  const path = usePathname();
  const who = useWho();
  const places = PLACES.filter((place) => isOffered(place, who));
  return (
    <nav
      aria-label={t('nav.main')}
      className="flex shrink-0 items-center gap-1 border-line border-t bg-surface-2 px-2 py-1 md:w-12 md:flex-col md:border-t-0 md:border-r md:px-0 md:py-2"
    >
      <NavLink
        href={places[0]?.href ?? '/'}
        aria-label={t('app.name')}
        className="mb-2 hidden size-6 rounded-1 bg-text text-center font-bold font-mono text-bg text-xs leading-6 md:block"
      >
        A
      </NavLink>
      {places.map((place) => {
        const current = place.isCurrent(path);
        return (
          <NavLink
            key={place.href}
            href={place.href}
            title={t(place.label)}
            aria-current={current ? 'page' : undefined}
            className={cx(
              'relative flex h-8 min-w-8 flex-auto items-center justify-center gap-2 rounded-2 text-sm md:size-8 md:flex-none',
              place.last === true && 'md:mt-auto',
              current
                ? 'bg-accent-soft text-accent before:absolute before:inset-y-1.5 before:-left-2 before:hidden before:w-0.5 before:rounded-r-[2px] before:bg-accent md:before:block'
                : 'text-text-2 hover:bg-surface-3 hover:text-text',
            )}
          >
            <Icon name={place.icon} />
            <span className={current ? 'md:sr-only' : 'sr-only'}>{t(place.label)}</span>
          </NavLink>
        );
      })}
    </nav>
  );
}

/** Whoever labels and does not see the library has the places of labelling only. */
function isOffered({ needs, href }: Place, who: Who | undefined): boolean {
  if (who === undefined) return true;
  const may = (permission: Permission) => who.permissions.includes(permission);
  if (needs !== undefined) return needs.some(may);
  return href === '/settings' || may('read') || !may('label');
}
