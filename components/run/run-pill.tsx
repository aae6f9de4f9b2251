import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { Episode } from '../../lib/contracts/rest-schemas.ts';
import { Badge } from '../ui/badge.tsx';

/** How the run ended, or that it goes on. */
export function RunPill({ episode }: { readonly episode: Episode }): ReactNode {
  const { endReason } = episode;
  return (
    <span role="status" className="shrink-0">
      {endReason === null ? (
        <Badge shape="pill" tone="ok" glyph="●">
          {t('run.running')}
        </Badge>
      ) : (
        <Badge
          shape="pill"
          tone={endReason === 'crashed' ? 'err' : 'plain'}
          glyph={endReason === 'crashed' ? '✕' : '■'}
          title={t(`run.endLong.${endReason}`)}
        >
          {t(`run.end.${endReason}`)}
        </Badge>
      )}
    </span>
  );
}
