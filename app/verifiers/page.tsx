import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { VerifiersScreen } from '../../components/verifiers/index.ts';
import { t } from '../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('verifiers.title') };

export default function VerifiersPage(): ReactNode {
  return (
    <Suspense>
      <VerifiersScreen />
    </Suspense>
  );
}
