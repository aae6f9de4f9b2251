import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { InviteScreen } from '../../components/sign-in/index.ts';
import { t } from '../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('signIn.inviteTitle') };

export default function InvitePage(): ReactNode {
  return (
    <Suspense>
      <InviteScreen />
    </Suspense>
  );
}
