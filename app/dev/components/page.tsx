import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { ComponentsScreen } from '../../../components/dev/index.ts';
import { t } from '../../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('dev.title') };

export default function ComponentsPage(): ReactNode {
  return <ComponentsScreen />;
}
