import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { SchemaScreen } from '../../../../../components/annotation/schema/index.ts';
import { t } from '../../../../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('annotate.schema') };

interface SchemaPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function SchemaPage({ params }: SchemaPageProps): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Suspense>
      <SchemaScreen key={id} id={id} />
    </Suspense>
  );
}
