'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerTabs, subscribeSignIn } from '../../lib/client/bearer.ts';
import { followDownloads } from '../../lib/client/follow-download.ts';
import { showToast } from '../ui/toast.ts';
import { t } from './messages.ts';

/** What a page does for its identity while it is open: answers other tabs, hears of theirs, sends who asks with downloads. */
export function IdentityWatch(): null {
  const client = useQueryClient();
  useEffect(() => answerTabs(), []);
  useEffect(() => subscribeSignIn(() => void client.invalidateQueries()), [client]);
  useEffect(
    () => followDownloads((why) => showToast({ tone: 'err', text: t('identity.downloadFailed', { why }) })),
    [],
  );
  return null;
}
