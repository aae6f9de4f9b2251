import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { AnnotateScreen } from '../../components/annotation/home/index.ts';
import { t } from '../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('annotate.title') };

export default function AnnotatePage(): ReactNode {
  return (
    <Suspense>
      <AnnotateScreen />
    </Suspense>
  );
}
