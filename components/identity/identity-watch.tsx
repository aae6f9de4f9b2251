'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { asker, subscribeAsker } from '../../lib/client/asker.ts';
import { answerTabs, subscribeSignIn } from '../../lib/client/bearer.ts';
import { followDownloads } from '../../lib/client/follow-download.ts';
import { isPersonTyped, personName, subscribePerson } from '../../lib/client/person.ts';
import { askAnew, forgetAnswers, peopleKeys } from '../../lib/client/queries/who.ts';
import { showToast } from '../ui/toast.ts';
import { t } from './messages.ts';
import { useWho } from './use-who.ts';
import { watchIdentity } from './watch-identity.ts';

/** What a page does for its identity while it is open: answers other tabs, hears of theirs, sends who asks with downloads. */
export function IdentityWatch(): null {
  const client = useQueryClient();
  const who = useWho();
  const accounts = who?.accounts === true;
  const signedIn = accounts ? (who.person?.id ?? null) : null;
  useEffect(() => answerTabs(), []);
  useEffect(() => subscribeSignIn(() => void askAnew(client)), [client]);
  useEffect(() => {
    const nobody = accounts ? null : '';
    let last = asker() ?? nobody;
    let hadName = accounts || personName() !== '';
    function look(): void {
      // With accounts a sign-in that ended leaves the page with whom it belongs to; without, no name is another one.
      const now = asker() === undefined ? null : (asker() ?? nobody);
      if (now === null || now === last || isPersonTyped()) return;
      // What one person was shown is not shown to the next one, however long it takes to ask anew. Whoever had no name and
      // gives one goes on with the page as it stands, and with what is typed on it.
      if (last !== null && hadName) void forgetAnswers(client);
      last = now;
      hadName = accounts || personName() !== '';
    }
    const leaveName = subscribePerson(look);
    const leaveAsker = subscribeAsker(() => {
      void client.invalidateQueries({ queryKey: peopleKeys.all });
      look();
    });
    return () => {
      leaveName();
      leaveAsker();
    };
  }, [client, accounts]);
  useEffect(
    () => (signedIn === null ? undefined : watchIdentity(() => void askAnew(client))),
    [client, signedIn],
  );
  useEffect(
    () => followDownloads((why) => showToast({ tone: 'err', text: t('identity.downloadFailed', { why }) })),
    [],
  );
  return null;
}
