import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { TasksScreen } from '../../components/scenarios/index.ts';
import { t } from '../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('tasks.title') };

export default function TasksPage(): ReactNode {
  return (
    <Suspense>
      <TasksScreen />
    </Suspense>
  );
}
