import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { DataScreen } from '../../../../../components/annotation/datasets/index.ts';
import { t } from '../../../../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('annotate.data') };

interface DataPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function DataPage({ params }: DataPageProps): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Suspense>
      <DataScreen project={id} />
    </Suspense>
  );
}
