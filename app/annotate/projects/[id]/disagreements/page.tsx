import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { DisagreementsScreen } from '../../../../../components/annotation/adjudication/index.ts';
import { t } from '../../../../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('annotate.disagreements') };

interface DisagreementsPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function DisagreementsPage({ params }: DisagreementsPageProps): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Suspense>
      <DisagreementsScreen project={id} />
    </Suspense>
  );
}
