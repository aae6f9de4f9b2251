'use client';

import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { personName, subscribePerson } from '../../lib/client/person.ts';
import { whoQuery } from '../../lib/client/queries/who.ts';
import type { Permission } from '../../lib/contracts/people.ts';
import type { Who } from '../../lib/contracts/rest-who.ts';
import { NOBODY } from '../../lib/contracts/route.ts';

/** Who looks at the page; undefined until the server said. */
export function useWho(): Who | undefined {
  const { data } = useQuery(whoQuery(useSaidName()));
  // The rail asks first: its answer may be there before the rest of the page has come to life, which begins as the server drew it.
  const alive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return alive ? data : undefined;
}

function never(): () => void {
  return () => undefined;
}

/** Whether they may; yes until the server said, so that nothing jumps for those who may all. */
export function useMay(): (permission: Permission) => boolean {
  const who = useWho();
  return (permission) => who === undefined || who.permissions.includes(permission);
}

/** What this browser says without accounts; '' where nobody said a name. */
export function useSaidName(): string {
  return useSyncExternalStore(subscribePerson, personName, () => '');
}

/** What notes and labels are signed with; '' where nobody said a name yet. */
export function usePerson(): string {
  const said = useSaidName();
  const who = useWho();
  return who?.accounts === true ? (who.person?.name ?? NOBODY) : said;
}
