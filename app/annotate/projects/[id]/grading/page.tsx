import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { GradingScreen } from '../../../../../components/annotation/grading/index.ts';
import { t } from '../../../../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('annotate.grading') };

interface GradingPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function GradingPage({ params }: GradingPageProps): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Suspense>
      <GradingScreen project={id} />
    </Suspense>
  );
}
