import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { actorKey } from '../../../lib/client/actor-key.ts';
import type { RunRow } from '../../../lib/contracts/runs.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { verdictLook } from '../../ui/verdict-look.ts';

const TONES = { ok: 'text-ok', warn: 'text-warn', err: 'text-err' } as const;

/** A glyph with its words for those who do not see it, and on hover. */
function Mark({
  glyph,
  words,
  className,
  shown = false,
}: {
  readonly glyph: string;
  readonly words: string;
  readonly className: string;
  readonly shown?: boolean;
}): ReactNode {
  return (
    <span title={shown ? undefined : words}>
      <span aria-hidden="true" className={cx('font-semibold', className)}>
        {glyph}
      </span>
      <span className={shown ? 'ml-1' : 'sr-only'}>{words}</span>
    </span>
  );
}

/** What a verifier said; `shown`: in words too. */
export function VerdictMark({
  verdict,
  shown = false,
}: {
  readonly verdict: string | null;
  readonly shown?: boolean;
}): ReactNode {
  if (verdict === null)
    return <Mark glyph="·" words={t('runs.noVerdict')} className="text-text-2" shown={shown} />;
  const { tone, glyph } = verdictLook(verdict);
  return <Mark glyph={glyph} words={verdict} className={TONES[tone]} shown={shown} />;
}

const LABELS = {
  complete: { glyph: '✓', colour: 'text-ok' },
  incomplete: { glyph: '!', colour: 'text-warn' },
  agent_error: { glyph: '✕', colour: 'text-err' },
  server_error: { glyph: '✕', colour: 'text-err' },
  mixed: { glyph: '~', colour: 'text-mod' },
} as const;

/** What people said. */
export function LabelMark({
  label,
  shown = false,
}: {
  readonly label: RunRow['label'];
  readonly shown?: boolean;
}): ReactNode {
  if (label === null) {
    return <Mark glyph="·" words={t('runs.labels.none')} className="text-text-2" shown={shown} />;
  }
  const { glyph, colour } = LABELS[label];
  return <Mark glyph={glyph} words={t(`runs.labels.${label}`)} className={colour} shown={shown} />;
}

/** Whether people and the verdict say the same. */
export function AgreesMark({ agrees }: { readonly agrees: boolean | null }): ReactNode {
  if (agrees === null) return <Mark glyph="·" words={t('runs.agrees.unknown')} className="text-text-2" />;
  if (agrees) return <Mark glyph="=" words={t('runs.agrees.yes')} className="text-text-2" />;
  return (
    <span className="on-tint inline-block min-w-5 rounded-[3px] bg-err-soft text-center">
      <Mark glyph="≠" words={t('runs.agrees.no')} className="text-err" />
    </span>
  );
}

/** Rows written: a full dot, or an empty one. */
export function WroteMark({ wrote }: { readonly wrote: number | null }): ReactNode {
  if (wrote === null) return <Unknown />;
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className={wrote > 0 ? 'text-write' : 'text-text-2'}>
        {wrote > 0 ? '●' : '○'}
      </span>{' '}
      {wrote}
    </span>
  );
}

/** Rows that should have been left alone. */
export function CountMark({ count }: { readonly count: number | null }): ReactNode {
  if (count === null) return <Unknown />;
  if (count === 0) return <span className="text-text-2">0</span>;
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className="font-semibold text-warn">
        !
      </span>{' '}
      {count}
    </span>
  );
}

export function Unknown({ words }: { readonly words?: string }): ReactNode {
  return (
    <span className="text-text-2">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{words ?? t('runs.unknown')}</span>
    </span>
  );
}

/** Who played, and under which policy's name. */
export function Actor({ run }: { readonly run: Pick<RunRow, 'actor' | 'policy'> }): ReactNode {
  const kind = t(`sessions.actors.${actorKey(run.actor)}`);
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon
        name={run.actor === 'human' ? 'human' : 'agent'}
        className={cx('size-3.5', run.actor === 'human' ? 'text-human' : 'text-agent')}
      />
      {run.policy === null ? null : <span className="sr-only">{kind}</span>}
      <span className="truncate" title={run.policy ?? kind}>
        {run.policy ?? kind}
      </span>
    </span>
  );
}
