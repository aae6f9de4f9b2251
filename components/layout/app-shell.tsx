'use client';

import type { ReactNode } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { IdentityWatch } from '../identity/identity-watch.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { Commands } from './commands.tsx';
import { CONTENT_ID } from './page.tsx';
import { Rail } from './rail.tsx';

/** The frame of every page: the rail at the left (at the bottom on narrow screens), the page beside it. */
export function AppShell({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="flex h-dvh flex-col-reverse overflow-hidden md:flex-row">
      <a
        href={`#${CONTENT_ID}`}
        className="absolute -top-10 left-0 z-50 rounded-1 bg-accent px-3 py-1 text-on-accent focus:top-0"
      >
        {t('app.skip')}
      </a>
      <Rail />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">{children}</div>
      <Toaster />
      <IdentityWatch />
      <Commands />
    </div>
  );
}
