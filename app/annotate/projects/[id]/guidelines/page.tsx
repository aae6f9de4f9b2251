import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { GuidelinesScreen } from '../../../../../components/annotation/guidelines/index.ts';
import { t } from '../../../../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('annotate.guidelines') };

interface GuidelinesPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function GuidelinesPage({ params }: GuidelinesPageProps): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Suspense>
      <GuidelinesScreen key={id} id={id} />
    </Suspense>
  );
}
