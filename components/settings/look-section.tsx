'use client';

import { type ReactNode, useSyncExternalStore } from 'react';
import { applyDensity, DENSITIES, readDensity, subscribeDensity } from '../../lib/client/density.ts';
import { chooseLanguage, LANGUAGE_NAMES } from '../../lib/client/language.ts';
import { currentLanguage, LANGUAGES } from '../../lib/client/messages/index.ts';
import { t } from './messages.ts';
import { chooseTheme, readTheme, subscribeTheme, THEMES } from '../../lib/client/theme.ts';
import { useMediaQuery } from '../../lib/client/use-media-query.ts';
import { Segmented } from '../ui/segmented.tsx';
import { showToast } from '../ui/toast.ts';
import { Section, Setting } from './section.tsx';

export function LookSection(): ReactNode {
  const theme = useSyncExternalStore(subscribeTheme, readTheme, () => 'system' as const);
  const density = useSyncExternalStore(subscribeDensity, readDensity, () => 'default' as const);
  const reduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  return (
    <Section title={t('settings.look')} hint={t('settings.stored')}>
      <Setting label={t('settings.theme')}>
        <Segmented
          label={t('settings.theme')}
          value={theme}
          segments={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
          onChange={chooseTheme}
        />
      </Setting>
      <Setting label={t('settings.density')} hint={t('settings.densityHint')}>
        <Segmented
          label={t('settings.density')}
          value={density}
          segments={DENSITIES.map((value) => ({ value, label: t(`settings.${value}`) }))}
          onChange={applyDensity}
        />
      </Setting>
      <Setting label={t('settings.language')}>
        <Segmented
          label={t('settings.language')}
          value={currentLanguage()}
          segments={LANGUAGES.map((value) => ({
            value,
            label: <span lang={value}>{LANGUAGE_NAMES[value]}</span>,
          }))}
          onChange={(language) => {
            chooseLanguage(language).catch(() =>
              showToast({ tone: 'err', text: t('settings.languageFailed') }),
            );
          }}
        />
      </Setting>
      <Setting label={t('settings.motion')}>
        <span className="text-sm text-text-2">
          {t(reduced ? 'settings.motionReduced' : 'settings.motionFull')}
        </span>
      </Setting>
    </Section>
  );
}
