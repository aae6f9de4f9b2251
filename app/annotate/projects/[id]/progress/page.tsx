import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { ProgressScreen } from '../../../../../components/annotation/progress/index.ts';
import { t } from '../../../../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('annotate.progress') };

interface ProgressPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function ProgressPage({ params }: ProgressPageProps): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Suspense>
      <ProgressScreen key={id} id={id} />
    </Suspense>
  );
}
