import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { CompareScreen } from '../../components/compare/index.ts';
import { t } from '../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('compare.title') };

export default function ComparePage(): ReactNode {
  return (
    <Suspense>
      <CompareScreen />
    </Suspense>
  );
}
