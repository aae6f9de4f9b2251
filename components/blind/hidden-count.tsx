'use client';

import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/client/format.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { t } from './messages.ts';

/** How many runs are in none of a table's rows and counts, with the way to where they are labelled. */
export function HiddenCount({ count }: { readonly count: number }): ReactNode {
  if (count === 0) return null;
  return (
    <NavLink href="/annotate" className="text-accent underline">
      {t('blind.count', { count: formatNumber(count) })}
    </NavLink>
  );
}
