'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { formatAbsolute } from '../../../lib/client/format.ts';
import { invitesQuery } from '../../../lib/client/queries/people.ts';
import { NAME_LIMIT, ROLES, type Role } from '../../../lib/contracts/people.ts';
import { peopleRoutes } from '../../../lib/contracts/rest-people.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Section } from '../section.tsx';
import { Listed } from './listed.tsx';
import { t } from './messages.ts';
import { SecretOnce } from './secret-once.tsx';
import { useChange } from './use-change.ts';

const TONES = { open: 'info', used: 'plain', expired: 'plain', revoked: 'plain' } as const;

export function InvitesSection(): ReactNode {
  const invites = useQuery(invitesQuery());
  const revoke = useChange((id: string) => callApi(peopleRoutes.revokeInvite, { params: { id } }));
  return (
    <Section title={t('people.invites')} hint={t('people.invitesHint')}>
      <NewInvite />
      <Listed
        label={t('people.invites')}
        query={invites}
        empty={t('people.noInvites')}
        keyOf={({ id }) => id}
      >
        {({ id, name, role, note, state, usedBy, expiresAtMs }) => (
          <>
            <span className="font-medium">{name ?? t('people.somebody')}</span>
            <span className="min-w-0 flex-1 break-words text-text-2">
              {t(`identity.role.${role}`)}
              {note === '' ? '' : ` · ${note}`}
              {' · '}
              {usedBy === null
                ? t('people.until', { time: formatAbsolute(expiresAtMs) })
                : t('people.usedBy', { name: usedBy })}
            </span>
            <Badge tone={TONES[state]}>{t(`people.state.${state}`)}</Badge>
            {state === 'open' ? (
              <Button
                size="sm"
                aria-label={t('people.takeBackOf', { name: name ?? t('people.somebody') })}
                onClick={() => revoke.mutate(id)}
              >
                {t('people.takeBack')}
              </Button>
            ) : null}
          </>
        )}
      </Listed>
    </Section>
  );
}

function NewInvite(): ReactNode {
  const [role, setRole] = useState<Role>('annotator');
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const create = useChange(() =>
    callApi(peopleRoutes.createInvite, {
      body: { role, note: note.trim(), ...(name.trim() !== '' && { name: name.trim() }) },
    }),
  );
  return (
    <>
      <form
        aria-label={t('people.make')}
        className="flex flex-wrap items-end gap-2 border-line border-b px-3 py-2"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(undefined, {
            onSuccess: () => {
              setName('');
              setNote('');
            },
          });
        }}
      >
        <Select
          label={t('people.role')}
          value={role}
          options={ROLES.map((value) => ({ value, label: t(`identity.role.${value}`) }))}
          onChange={setRole}
          className="w-36"
        />
        <Input
          aria-label={t('people.inviteName')}
          placeholder={t('people.inviteName')}
          maxLength={NAME_LIMIT}
          value={name}
          className="min-w-36 flex-1"
          onChange={(event) => setName(event.target.value)}
        />
        <Input
          aria-label={t('people.note')}
          placeholder={t('people.note')}
          maxLength={500}
          value={note}
          className="min-w-36 flex-1"
          onChange={(event) => setNote(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={create.isPending}>
          {t('people.make')}
        </Button>
      </form>
      {create.data === undefined ? null : (
        <SecretOnce
          label={t('people.link')}
          value={`${window.location.origin}/web/invite#${create.data.secret}`}
        />
      )}
    </>
  );
}
