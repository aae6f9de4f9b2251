'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { KeepingSection } from '../keeping/index.ts';
import { useWho } from '../identity/index.ts';
import { Page } from '../layout/page.tsx';
import { KeysSection } from './keys-section.tsx';
import { LookSection } from './look-section.tsx';
import { AccountSections } from './people/account-sections.tsx';
import { ProfilesSection } from './people/profiles-section.tsx';
import { PersonSection } from './person-section.tsx';
import { ServerSection } from './server-section.tsx';

export function SettingsScreen(): ReactNode {
  const who = useWho();
  // Without accounts a public server says there that its library is closed.
  const isKnown = who !== undefined && (who.accounts || who.person !== null);
  const showsKeeping = !isKnown || who.permissions.includes('read');
  return (
    <Page crumbs={[{ label: t('settings.title') }]}>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-[760px] flex-col gap-6 p-4">
          <LookSection />
          {who === undefined ? null : who.accounts ? (
            <AccountSections signedIn={who.person !== null} isAdmin={who.permissions.includes('admin')} />
          ) : (
            <>
              <PersonSection />
              {who.permissions.includes('admin') ? <ProfilesSection /> : null}
            </>
          )}
          <KeysSection />
          {showsKeeping ? <KeepingSection /> : null}
          <ServerSection />
        </div>
      </div>
    </Page>
  );
}
