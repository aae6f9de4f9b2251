import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { RunsScreen } from '../../components/runs/index.ts';
import { t } from '../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('runs.title') };

export default function RunsPage(): ReactNode {
  return (
    <Suspense>
      <RunsScreen />
    </Suspense>
  );
}
