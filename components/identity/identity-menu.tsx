'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { setPersonName } from '../../lib/client/person.ts';
import { profilesQuery } from '../../lib/client/queries/who.ts';
import type { Who } from '../../lib/contracts/rest-who.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { initialsOf } from './initials.ts';
import { t } from './messages.ts';
import { signOut } from './sign-out.ts';
import { useSaidName, useWho } from './use-who.ts';

/** Who looks at the page, at the end of the top bar: their name, roles, and how to be somebody else. */
export function IdentityMenu(): ReactNode {
  const who = useWho();
  if (who === undefined) return <span aria-hidden="true" className="size-7 shrink-0" />;
  if (!who.accounts) return <LocalMenu who={who} />;
  if (who.person === null)
    return (
      <NavLink href="/sign-in" className={buttonClass({ size: 'sm' })}>
        {t('identity.signIn')}
      </NavLink>
    );
  return <SignedInMenu person={who.person} />;
}

function SignedInMenu({ person }: { readonly person: NonNullable<Who['person']> }): ReactNode {
  const client = useQueryClient();
  const entries: readonly MenuEntry[] = [
    { kind: 'heading', id: 'who', label: `${person.name}, ${rolesText(person.roles)}` },
    { id: 'settings', label: t('identity.settings'), icon: 'settings', href: '/settings' },
    { kind: 'separator', id: 'line' },
    { id: 'out', label: t('identity.signOut'), onSelect: () => void signOut(client) },
  ];
  return <NameMenu name={person.name} entries={entries} />;
}

/** Without accounts: profiles to pick from, and any other name. */
function LocalMenu({ who }: { readonly who: Who }): ReactNode {
  const client = useQueryClient();
  const said = useSaidName();
  const profiles = useQuery(profilesQuery()).data?.items ?? [];
  const choose = (name: string): void => {
    setPersonName(name);
    // Another person may see other things.
    void client.invalidateQueries();
  };
  const isProfile = profiles.some(({ name }) => name === said);
  const entries: readonly MenuEntry[] = [
    ...(who.person === null || said === ''
      ? []
      : ([{ kind: 'heading', id: 'who', label: `${said}, ${rolesText(who.person.roles)}` }] as const)),
    ...(said === '' || isProfile || profiles.length === 0
      ? []
      : [{ id: 'self', label: t('identity.everything', { name: said }), checked: true }]),
    ...profiles.map(({ name, roles }) => ({
      id: `profile ${name}`,
      label: name,
      detail: rolesText(roles),
      checked: name === said,
      onSelect: () => choose(name),
    })),
    { id: 'other', label: t('identity.otherName'), icon: 'settings', href: '/settings#you' },
  ];
  return <NameMenu name={said} entries={entries} />;
}

function NameMenu({
  name,
  entries,
}: {
  readonly name: string;
  readonly entries: readonly MenuEntry[];
}): ReactNode {
  return (
    <Menu
      label={t('identity.menu', { name: name === '' ? t('identity.noName') : name })}
      align="end"
      entries={entries}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className="relative flex h-control shrink-0 items-center gap-1.5 rounded-1 px-0.5 text-sm hover:bg-surface-2"
        >
          <span className="sr-only">
            {t('identity.menu', { name: name === '' ? t('identity.noName') : name })}
          </span>
          <span
            aria-hidden="true"
            className="grid size-6 place-items-center rounded-full border border-accent bg-accent-soft font-semibold text-accent text-xs"
          >
            {initialsOf(name)}
          </span>
          {name === '' ? null : (
            <span aria-hidden="true" className="max-w-32 truncate max-md:hidden">
              {name}
            </span>
          )}
        </button>
      )}
    />
  );
}

function rolesText(roles: readonly (keyof typeof ROLE_KEYS)[]): string {
  return roles.length === 0 ? t('identity.noRole') : roles.map((role) => t(ROLE_KEYS[role])).join(', ');
}

const ROLE_KEYS = {
  viewer: 'identity.role.viewer',
  annotator: 'identity.role.annotator',
  adjudicator: 'identity.role.adjudicator',
  researcher: 'identity.role.researcher',
  lead: 'identity.role.lead',
  admin: 'identity.role.admin',
} as const;
