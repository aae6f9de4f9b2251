import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { LoosePairsScreen } from '../../../components/annotation/pairs/index.ts';
import { t } from '../../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('training.pairs') };

export default function PairsPage(): ReactNode {
  return (
    <Suspense>
      <LoosePairsScreen />
    </Suspense>
  );
}
