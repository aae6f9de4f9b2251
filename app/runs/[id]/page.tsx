import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { RunScreen } from '../../../components/run/index.ts';
import { t } from '../../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('run.title') };

interface RunPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function RunPage({ params }: RunPageProps): Promise<ReactNode> {
  const { id } = await params;
  const runId = decodeURIComponent(id);
  return (
    <Suspense>
      <RunScreen key={runId} runId={runId} />
    </Suspense>
  );
}
