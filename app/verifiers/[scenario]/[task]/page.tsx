import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { WorkbenchScreen } from '../../../../components/verifiers/index.ts';
import { t } from '../../../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('verifiers.title') };

interface WorkbenchPageProps {
  readonly params: Promise<{ readonly scenario: string; readonly task: string }>;
}

export default async function WorkbenchPage({ params }: WorkbenchPageProps): Promise<ReactNode> {
  const { scenario, task } = await params;
  const key = decodeURIComponent(scenario);
  return (
    <Suspense>
      <WorkbenchScreen key={`${key}/${task}`} scenarioKey={key} taskIdx={Number(task)} />
    </Suspense>
  );
}
