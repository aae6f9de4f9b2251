import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { PairsScreen } from '../../../../../components/annotation/pairs/index.ts';
import { t } from '../../../../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('annotate.pairs') };

interface PairsPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function PairsPage({ params }: PairsPageProps): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Suspense>
      <PairsScreen project={id} />
    </Suspense>
  );
}
