import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { Badge } from '../ui/badge.tsx';
import type { SessionView } from './use-session.ts';

/** Whether the session lives and whether this page hears of it. */
export function StatusPill({ view }: { readonly view: SessionView }): ReactNode {
  const { state, info, gone } = view;
  return (
    <span role="status" className="shrink-0">
      <Pill
        connection={state.connection}
        done={info?.done === true}
        ended={gone || state.endedBecause !== null}
      />
    </span>
  );
}

interface PillProps {
  readonly connection: SessionView['state']['connection'];
  readonly done: boolean;
  readonly ended: boolean;
}

function Pill({ connection, done, ended }: PillProps): ReactNode {
  if (ended) {
    return (
      <Badge shape="pill" glyph="■">
        {t('phase.closed')}
      </Badge>
    );
  }
  if (connection === 'reconnecting') {
    return (
      <Badge shape="pill" tone="warn" glyph="!">
        {t('session.reconnecting')}
      </Badge>
    );
  }
  if (connection === 'connecting') {
    return (
      <Badge shape="pill" glyph="○">
        {t('session.connecting')}
      </Badge>
    );
  }
  return done ? (
    <Badge shape="pill" glyph="■">
      {t('phase.done')}
    </Badge>
  ) : (
    <Badge shape="pill" tone="ok" glyph="●">
      {t('session.live')}
    </Badge>
  );
}
