'use client';

import { type ReactNode, useSyncExternalStore } from 'react';
import { type MessageKey, t } from '../../lib/client/messages/index.ts';
import { chooseTheme, readTheme, subscribeTheme, type ThemeChoice } from '../../lib/client/theme.ts';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';

const NEXT: Readonly<Record<ThemeChoice, ThemeChoice>> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS: Readonly<Record<ThemeChoice, IconName>> = { system: 'contrast', light: 'sun', dark: 'moon' };
const NAMES: Readonly<Record<ThemeChoice, MessageKey>> = {
  system: 'theme.system',
  light: 'theme.light',
  dark: 'theme.dark',
};

export function ThemeButton(): ReactNode {
  const choice = useSyncExternalStore(subscribeTheme, readTheme, () => 'system' as const);
  const next = NEXT[choice];
  const label = t('theme.label', { choice: t(NAMES[choice]), next: t(NAMES[next]) });
  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} onClick={() => chooseTheme(next)}>
      <Icon name={ICONS[choice]} />
    </Button>
  );
}
