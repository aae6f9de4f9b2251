import type { ReactNode } from 'react';
import { AccessLogSection } from './access-log-section.tsx';
import { InvitesSection } from './invites-section.tsx';
import { PeopleSection } from './people-section.tsx';
import { SignInsSection } from './sign-ins-section.tsx';
import { TokensSection } from './tokens-section.tsx';

interface AccountSectionsProps {
  readonly signedIn: boolean;
  readonly isAdmin: boolean;
}

/** With accounts: one's own sign-ins and tokens; for admins everybody. */
export function AccountSections({ signedIn, isAdmin }: AccountSectionsProps): ReactNode {
  return (
    <>
      {isAdmin ? (
        <>
          <PeopleSection />
          <InvitesSection />
        </>
      ) : null}
      {signedIn ? (
        <>
          <TokensSection />
          <SignInsSection />
        </>
      ) : null}
      {isAdmin ? <AccessLogSection /> : null}
    </>
  );
}
