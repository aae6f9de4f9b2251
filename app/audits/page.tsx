import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { AuditsScreen } from '../../components/audits/index.ts';
import { t } from '../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('audits.title') };

export default function AuditsPage(): ReactNode {
  return (
    <Suspense>
      <AuditsScreen />
    </Suspense>
  );
}
