import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { SessionsScreen } from '../../components/sessions/index.ts';
import { t } from '../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('sessions.title') };

export default function SessionsPage(): ReactNode {
  return <SessionsScreen />;
}
