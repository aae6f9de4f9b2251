import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { LiveSessionInfo } from '../../lib/contracts/live.ts';
import { Badge } from '../ui/badge.tsx';

/** Says in the header that verdicts are hidden; nothing outside of baseline play. */
export function BaselinePill({ info }: { readonly info: LiveSessionInfo }): ReactNode {
  if (!info.baseline) return null;
  return (
    <Badge shape="pill" tone="accent" glyph="◇" title={t('live.baseline.pillHint')}>
      <span className="max-md:sr-only">{t('live.baseline.pill')}</span>
      <span className="font-normal max-lg:sr-only">
        {info.done ? '' : ` · ${t('live.baseline.pillHint')}`}
      </span>
    </Badge>
  );
}
