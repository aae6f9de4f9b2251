'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { peopleQuery } from '../../../lib/client/queries/people.ts';
import type { QueueMember } from '../../../lib/contracts/annotation/queue-admin.ts';
import { usePerson, useWho } from '../../identity/index.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Input } from '../../ui/input.tsx';
import { t } from './messages.ts';

interface MembersFieldProps {
  readonly members: readonly QueueMember[];
  readonly onAdd: (member: QueueMember) => void;
  readonly onRemove: (person: string) => void;
}

/** People by the names that they sign with. */
export function MembersField({ members, onAdd, onRemove }: MembersFieldProps): ReactNode {
  const me = usePerson();
  const [name, setName] = useState('');
  const id = useId();
  const people = useQuery(peopleQuery()).data?.items ?? [];
  const typed = name.trim();
  const known = people.find((each) => each.name === typed && !each.disabled);
  // Without accounts whoever says the name is the person.
  const withAccounts = useWho()?.accounts === true;
  const found: QueueMember | null =
    known !== undefined
      ? { person: known.id, name: known.name }
      : typed === '' || withAccounts
        ? null
        : { person: `local:${typed}`, name: typed };
  const add = () => {
    if (found === null) return;
    if (!members.some(({ person }) => person === found.person)) onAdd(found);
    setName('');
  };
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <label htmlFor={id}>{t('queueAdmin.members.add')}</label>
      <span className="flex max-w-96 gap-2">
        <Input
          id={id}
          list={`${id}known`}
          value={name}
          maxLength={80}
          placeholder={t('queueAdmin.members.placeholder')}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <datalist id={`${id}known`}>
          {[...new Set([...(me === '' || withAccounts ? [] : [me]), ...people.map((each) => each.name)])].map(
            (each) => (
              <option key={each} value={each} />
            ),
          )}
        </datalist>
        <Button disabled={found === null} onClick={add}>
          {t('queueAdmin.members.addGo')}
        </Button>
      </span>
      {members.length === 0 ? null : (
        <ul aria-label={t('queueAdmin.members.title')} className="flex flex-wrap gap-1.5">
          {members.map(({ person, name: shown }) => (
            <li
              key={person}
              className="flex items-center gap-1 rounded-1 border border-line bg-surface-2 py-0.5 pr-0.5 pl-2"
            >
              {shown}
              <Button
                size="icon-sm"
                variant="ghost"
                aria-label={t('queueAdmin.members.remove', { name: shown })}
                onClick={() => onRemove(person)}
              >
                <Icon name="close" className="size-3" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
