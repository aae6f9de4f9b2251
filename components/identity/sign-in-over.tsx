'use client';

import type { ReactNode } from 'react';
import { NavLink } from '../layout/nav-link.tsx';
import { t } from './messages.ts';
import { useWho } from './use-who.ts';

/** Whoever worked on the page is not signed in any more: it stays, and keeps what they do. */
export function SignInOver({ children }: { readonly children: ReactNode }): ReactNode {
  const who = useWho();
  if (who?.accounts !== true || who.person !== null) return null;
  return (
    <div
      role="status"
      className="on-tint flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 bg-warn-soft px-4 py-1.5 text-sm text-warn"
    >
      <span className="min-w-0 flex-1 wrap-anywhere">! {children}</span>
      {/* In another tab: this one has the work, and hears of it. */}
      <NavLink href="/sign-in" target="_blank" className="underline">
        {t('identity.signInAgain')}
      </NavLink>
    </div>
  );
}
