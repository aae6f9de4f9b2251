import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { QueuesScreen } from '../../../../components/annotation/queues/index.ts';
import { t } from '../../../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('annotate.queues') };

interface ProjectPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function ProjectPage({ params }: ProjectPageProps): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Suspense>
      <QueuesScreen key={id} id={id} />
    </Suspense>
  );
}
