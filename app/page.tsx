import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { ScenariosScreen } from '../components/scenarios/index.ts';
import { t } from '../lib/client/messages/english.ts';

export const metadata: Metadata = { title: { absolute: `${t('scenarios.title')} · ${t('app.name')}` } };

export default function ScenariosPage(): ReactNode {
  return (
    <Suspense>
      <ScenariosScreen />
    </Suspense>
  );
}
