import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { AgreementScreen } from '../../../../../components/annotation/agreement/index.ts';
import { t } from '../../../../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('annotate.agreement') };

interface AgreementPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function AgreementPage({ params }: AgreementPageProps): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Suspense>
      <AgreementScreen key={id} id={id} />
    </Suspense>
  );
}
