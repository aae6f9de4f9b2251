'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useSyncExternalStore } from 'react';
import { lastAsker } from '../../lib/client/asker.ts';
import { personName, subscribePerson } from '../../lib/client/person.ts';
import { whoQuery } from '../../lib/client/queries/who.ts';
import type { Permission } from '../../lib/contracts/people.ts';
import type { Who } from '../../lib/contracts/rest-who.ts';
import { NOBODY } from '../../lib/contracts/route.ts';
import { useAlive } from '../ui/use-alive.ts';

/** Who looks at the page; undefined until the server said. */
export function useWho(): Who | undefined {
  const { data } = useQuery(whoQuery(useSaidName()));
  // The rail asks first: its answer may be there before the rest of the page has come to life, which begins as the server drew it.
  return useAlive() ? data : undefined;
}

/** Pages that hold work: they stay when its author's sign-in ends, and are not the next person's. */
export function holdsWork(path: string): boolean {
  return /^\/annotate\/(queues|projects)\/./.test(path);
}

/** Whose page it is: who looks at it; where it holds work and their sign-in ended under it, who did. */
export function useAuthor(): Who | undefined {
  const who = useWho();
  const path = usePathname();
  return who?.accounts === true && who.person === null && holdsWork(path) ? (lastAsker() ?? who) : who;
}

/** run: to change a run that one has the id of, which is a stranger's key to it; of those who are known, it needs `write`. */
export type Needs = Permission | 'run';

/** Whether they may; yes until the server said, so that nothing jumps for those who may all. */
export function useMay(): (needs: Needs) => boolean {
  const who = useAuthor();
  return (needs) => {
    if (who === undefined) return true;
    if (needs !== 'run') return who.permissions.includes(needs);
    return who.person === null || who.permissions.includes('write');
  };
}

/** What this browser says without accounts; '' where nobody said a name. */
export function useSaidName(): string {
  return useSyncExternalStore(subscribePerson, personName, () => '');
}

/** What notes and labels are signed with; '' where nobody said a name yet. */
export function usePerson(): string {
  const said = useSaidName();
  const who = useAuthor();
  return who?.accounts === true ? (who.person?.name ?? NOBODY) : said;
}
