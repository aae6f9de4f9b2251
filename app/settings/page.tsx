import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { SettingsScreen } from '../../components/settings/index.ts';
import { t } from '../../lib/client/messages/english.ts';

export const metadata: Metadata = { title: t('settings.title') };

export default function SettingsPage(): ReactNode {
  return <SettingsScreen />;
}
