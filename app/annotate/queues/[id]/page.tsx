import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { LabellingScreen } from '../../../../components/annotation/labelling/index.ts';
import { t } from '../../../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('labelling.title') };

interface QueuePageProps {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function QueuePage({ params }: QueuePageProps): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Suspense>
      <LabellingScreen key={id} queueId={id} />
    </Suspense>
  );
}
