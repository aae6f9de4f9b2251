import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { ScenariosScreen } from '../components/scenarios/index.ts';
import { t } from '../lib/client/messages/index.ts';

export const metadata: Metadata = { title: t('scenarios.title') };

export default function ScenariosPage(): ReactNode {
  return (
    <Suspense>
      <ScenariosScreen />
    </Suspense>
  );
}
