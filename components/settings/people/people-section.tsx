'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { formatAbsolute, formatAgo } from '../../../lib/client/format.ts';
import { peopleQuery } from '../../../lib/client/queries/people.ts';
import { useNow } from '../../../lib/client/use-now.ts';
import type { Role } from '../../../lib/contracts/people.ts';
import { peopleRoutes, type Person } from '../../../lib/contracts/rest-people.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../section.tsx';
import { Listed } from './listed.tsx';
import { t } from './messages.ts';
import { RoleBoxes } from './role-boxes.tsx';
import { useChange } from './use-change.ts';

interface Change {
  readonly id: string;
  readonly roles?: Role[];
  readonly disabled?: boolean;
}

export function PeopleSection(): ReactNode {
  const people = useQuery(peopleQuery());
  const change = useChange(({ id, ...body }: Change) =>
    callApi(peopleRoutes.setPerson, { params: { id }, body }),
  );
  return (
    <Section title={t('people.title')} hint={t('people.hint')}>
      <Listed label={t('people.title')} query={people} empty={t('people.none')} keyOf={({ id }) => id}>
        {(person) => (
          <>
            <Known person={person} />
            <RoleBoxes
              label={t('people.rolesOf', { name: person.name })}
              roles={person.roles}
              disabled={change.isPending}
              onChange={(roles) => change.mutate({ id: person.id, roles: [...roles] })}
            />
            <Button
              size="sm"
              className="ml-auto"
              aria-label={t(person.disabled ? 'people.letInOf' : 'people.shutOutOf', { name: person.name })}
              onClick={() => change.mutate({ id: person.id, disabled: !person.disabled })}
            >
              {t(person.disabled ? 'people.letIn' : 'people.shutOut')}
            </Button>
          </>
        )}
      </Listed>
    </Section>
  );
}

function Known({ person }: { readonly person: Person }): ReactNode {
  const now = useNow();
  const { name, email, via, disabled, seenAtMs } = person;
  return (
    <div className="w-full">
      <span className="font-medium">{name}</span>{' '}
      <span className="text-text-2">
        {[email, t(`people.via.${via}`)].filter((word) => word !== null).join(' · ')} · {t('people.seen')}{' '}
        {seenAtMs === null ? (
          t('people.never')
        ) : (
          <time title={formatAbsolute(seenAtMs)}>{formatAgo(seenAtMs, now)}</time>
        )}
      </span>{' '}
      {disabled ? <Badge tone="err">{t('people.isOut')}</Badge> : null}
    </div>
  );
}
