'use client';

import { type ReactNode, useEffect, useId, useState } from 'react';
import { t } from './messages.ts';
import { setPersonName, typePersonName } from '../../lib/client/person.ts';
import { Input } from '../ui/input.tsx';
import { usePerson, useSaidName, useWho } from './use-who.ts';

const MOST = 80;

/** Asks for the name that signs notes and labels, and keeps it in this browser. */
export function PersonField({ hint }: { readonly hint: boolean }): ReactNode {
  const name = useSaidName();
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const id = useId();
  // A field that goes away with the focus in it is not blurred.
  useEffect(() => () => typePersonName(false), []);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <label htmlFor={id}>{t('person.name')}</label>
      <Input
        id={id}
        value={typed ?? name}
        maxLength={MOST}
        autoComplete="nickname"
        className="max-w-56"
        aria-describedby={hint ? `${id}hint` : undefined}
        onChange={(event) => {
          typePersonName(true);
          setTyped(event.target.value);
          setRefused(!setPersonName(event.target.value));
        }}
        onBlur={() => {
          setTyped(null);
          typePersonName(false);
        }}
      />
      {hint ? (
        <span id={`${id}hint`} className="text-text-2">
          {t('person.hint')}
        </span>
      ) : null}
      {refused ? (
        <span role="alert" className="text-err">
          {t('person.refused')}
        </span>
      ) : null}
    </div>
  );
}

/** The same for who did not say it yet; stays while it is typed. */
export function AskName(): ReactNode {
  const name = usePerson();
  const [asked] = useState(name === '');
  const accounts = useWho()?.accounts === true;
  return !accounts && (asked || name === '') ? <PersonField hint={false} /> : null;
}
