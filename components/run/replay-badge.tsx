import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { ReplayResult } from '../../lib/contracts/branches.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

const LOOKS: Readonly<Record<ReplayResult['outcome'], { readonly tone: Tone; readonly glyph: string }>> = {
  exact: { tone: 'ok', glyph: '=' },
  equal: { tone: 'ok', glyph: '≈' },
  drift: { tone: 'warn', glyph: '≠' },
  not_replayable: { tone: 'plain', glyph: '–' },
};

/** What the last replay of a run came to. */
export function ReplayBadge({ replay }: { readonly replay: ReplayResult }): ReactNode {
  const { outcome, driftAt, cause, message } = replay;
  const look = LOOKS[outcome];
  return (
    <Badge tone={look.tone} glyph={look.glyph} title={message}>
      {outcome === 'drift' && driftAt !== null
        ? t('run.replay.driftAt', { seq: driftAt, cause: t(`run.replay.cause.${cause ?? 'other'}`) })
        : t(`run.replay.outcome.${outcome}`)}
    </Badge>
  );
}
