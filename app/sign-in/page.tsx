import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { SignInScreen } from '../../components/sign-in/index.ts';
import { t } from '../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('signIn.signInTitle') };

export default function SignInPage(): ReactNode {
  return (
    <Suspense>
      <SignInScreen />
    </Suspense>
  );
}
