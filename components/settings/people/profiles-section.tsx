'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { profilesQuery } from '../../../lib/client/queries/who.ts';
import { NAME_LIMIT, type Role } from '../../../lib/contracts/people.ts';
import { peopleRoutes } from '../../../lib/contracts/rest-people.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Section } from '../section.tsx';
import { Listed } from './listed.tsx';
import { t } from './messages.ts';
import { RoleBoxes } from './role-boxes.tsx';
import { useChange } from './use-change.ts';

/** Without accounts: names that may less than everything. */
export function ProfilesSection(): ReactNode {
  const profiles = useQuery(profilesQuery());
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<readonly Role[]>(['annotator']);
  const save = useChange(() =>
    callApi(peopleRoutes.saveProfile, { params: { name: name.trim() }, body: { roles: [...roles] } }),
  );
  const remove = useChange((gone: string) => callApi(peopleRoutes.removeProfile, { params: { name: gone } }));
  return (
    <Section title={t('people.profiles')} hint={t('people.profilesHint')}>
      <form
        aria-label={t('people.makeProfile')}
        className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined, { onSuccess: () => setName('') });
        }}
      >
        <Input
          aria-label={t('people.name')}
          placeholder={t('people.name')}
          maxLength={NAME_LIMIT}
          value={name}
          className="min-w-36 flex-1"
          onChange={(event) => setName(event.target.value)}
        />
        <RoleBoxes label={t('people.roles')} roles={roles} onChange={setRoles} />
        <Button type="submit" busy={save.isPending} disabled={name.trim() === '' || roles.length === 0}>
          {t('people.makeProfile')}
        </Button>
      </form>
      <Listed
        label={t('people.profiles')}
        query={profiles}
        empty={t('people.noProfiles')}
        keyOf={(profile) => profile.name}
      >
        {(profile) => (
          <>
            <span className="font-medium">{profile.name}</span>
            <span className="min-w-0 flex-1 text-text-2">
              {profile.roles.map((role) => t(`identity.role.${role}`)).join(', ')}
            </span>
            <Button
              size="sm"
              aria-label={t('people.removeOf', { name: profile.name })}
              onClick={() => remove.mutate(profile.name)}
            >
              {t('people.remove')}
            </Button>
          </>
        )}
      </Listed>
    </Section>
  );
}
