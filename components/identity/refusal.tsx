'use client';

import { usePathname } from 'next/navigation';
import { Fragment, type ReactNode, useState } from 'react';
import { ROLE_PERMISSIONS, ROLES, type Permission } from '../../lib/contracts/people.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { t } from './messages.ts';
import { holdsWork, useAuthor } from './use-who.ts';

/** Lists that need one of these, and all of Annotate; what else is opened by an id is refused by the server alone. */
const NEEDS: Readonly<Record<string, readonly Permission[]>> = {
  '/runs': ['read'],
  '/verifiers': ['read'],
  '/audits': ['read'],
  '/annotate': ['label', 'adjudicate', 'analyse', 'lead'],
};

/** A page, or why whoever looks may not see it and what to do. */
export function Refusal({ children: shown }: { readonly children: ReactNode }): ReactNode {
  const path = usePathname();
  const needs = NEEDS[path.startsWith('/annotate/') ? '/annotate' : path];
  const who = useAuthor();
  const [author, setAuthor] = useState<{ readonly id: string | null; readonly others: number }>({
    id: null,
    others: 0,
  });
  const id = who?.person?.id ?? null;
  if (id !== null && id !== author.id) setAuthor({ id, others: author.id === null ? 0 : author.others + 1 });
  const children = <Fragment key={holdsWork(path) ? author.others : 0}>{shown}</Fragment>;
  // Without accounts a public server says itself that its library is closed.
  if (needs === undefined || who === undefined || (!who.accounts && who.person === null)) return children;
  if (needs.some((permission) => who.permissions.includes(permission))) return children;
  const roles = ROLES.filter((role) =>
    needs.some((permission) => ROLE_PERMISSIONS[role].includes(permission)),
  );
  const named = roles.map((role) => t(`identity.role.${role}`)).join(', ');
  if (who.person === null)
    return (
      <Notice
        title={t('identity.refused.visitor')}
        actions={
          <NavLink href="/sign-in" className={buttonClass({ variant: 'primary' })}>
            {t('identity.signIn')}
          </NavLink>
        }
      >
        {t('identity.refused.roles', { roles: named })}
      </Notice>
    );
  return (
    <Notice title={t('identity.refused.person', { name: who.person.name })}>
      {t('identity.refused.roles', { roles: named })}{' '}
      {t(who.accounts ? 'identity.refused.askAdmin' : 'identity.refused.otherName')}
    </Notice>
  );
}
