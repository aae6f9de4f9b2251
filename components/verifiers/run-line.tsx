import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { actorKey } from '../../lib/client/actor-key.ts';
import { shortRunId } from '../../lib/client/run-links.ts';
import type { TryRow } from '../../lib/contracts/workbench.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { cx } from '../ui/cx.ts';
import { firstTrue } from './row-order.ts';
import { StepStrip } from './step-strip.tsx';
import { VerdictWord } from './verdict-word.tsx';

/** Of the list's head too. Narrow lists leave out the actor, then the strip. */
export const COLUMNS =
  'grid grid-cols-[60px_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_24px] items-center gap-x-1.5 px-3 @min-[480px]:grid-cols-[60px_84px_94px_minmax(0,1fr)_40px_112px] @min-[640px]:grid-cols-[56px_minmax(0,1fr)_80px_94px_94px_44px_112px_42px]';
export const FROM_480 = 'hidden @min-[480px]:block';
export const FROM_640 = 'hidden @min-[640px]:block';

interface RunLineProps {
  readonly row: TryRow;
  readonly selected: boolean;
  /** One tab stop for the list. */
  readonly tabIndex: 0 | -1;
}

/** One run: both verdicts, the label, where it is true; its left edge says whether the flip mends or breaks. */
export function RunLine({ row, selected, tabIndex }: RunLineProps): ReactNode {
  const { moved } = row;
  const actor = t(`sessions.actors.${actorKey(row.actor)}`);
  return (
    <div
      className={cx(
        COLUMNS,
        'relative h-full border-line border-b border-l-2 text-sm',
        moved === 'fixed' ? 'border-l-ok' : moved === 'broken' ? 'border-l-err' : 'border-l-transparent',
        selected ? 'on-tint bg-accent-soft' : 'hover:bg-surface-2',
      )}
    >
      <UrlLink
        set={{ run: row.run }}

        tabIndex={tabIndex}
        aria-current={selected ? 'true' : undefined}
        className="truncate font-mono text-accent after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-[-2px]"
      >
        {shortRunId(row.run)}
      </UrlLink>
      <span className={cx(FROM_640, 'truncate text-text-2')} title={actor}>
        {row.name ?? actor}
        {row.trainStep === null ? null : <span className="text-text-3"> · {row.trainStep}</span>}
      </span>
      <Said verdict={row.before} />
      <span className={cx('flex min-w-0 items-center', row.flips && 'font-medium')}>
        <After row={row} />
      </span>
      <Human row={row} />
      <Agrees row={row} />
      <span className={FROM_480}>
        {row.stripBefore === '' ? null : <StepStrip before={row.stripBefore} after={row.stripAfter} />}
      </span>
      <span className={cx(FROM_640, 'text-right text-text-2 tabular-nums')}>
        {row.stripBefore === '' ? null : (
          <>
            {firstTrue(row.stripBefore) ?? '–'} → {firstTrue(row.stripAfter) ?? '–'}
          </>
        )}
      </span>
    </div>
  );
}

function Said({ verdict }: { readonly verdict: string | null }): ReactNode {
  if (verdict === null) return <span className="text-text-2">–</span>;
  return <VerdictWord verdict={verdict} />;
}

function After({ row }: { readonly row: TryRow }): ReactNode {
  const { after, evidence, moved, flips, problem } = row;
  if (after === null && evidence !== null)
    return (
      <span className={cx('truncate', evidence === 'failed' && 'text-err')} title={problem ?? undefined}>
        {t(`verifiers.evidence.${evidence}`)}
      </span>
    );
  if (after === null)
    return (
      <span className="truncate text-text-2" title={problem ?? t('verifiers.notRun')}>
        {problem === null ? '–' : t('verifiers.noVerdict')}
      </span>
    );
  return (
    <>
      <VerdictWord verdict={after} />
      {moved === 'fixed' ? (
        <Mark glyph="▲" colour="text-ok" words={t('verifiers.towards')} />
      ) : moved === 'broken' ? (
        <Mark glyph="▼" colour="text-err" words={t('verifiers.away')} />
      ) : flips ? (
        <Mark glyph="◆" colour="text-text-2" words={t('verifiers.flipsOnly')} />
      ) : null}
    </>
  );
}

function Mark(props: { readonly glyph: string; readonly colour: string; readonly words: string }): ReactNode {
  return (
    <span title={props.words} className={cx('ml-1 shrink-0 text-xs', props.colour)}>
      <span aria-hidden="true">{props.glyph}</span>
      <span className="sr-only">{props.words}</span>
    </span>
  );
}

function Human({ row }: { readonly row: TryRow }): ReactNode {
  if (row.label !== null)
    return <VerdictWord verdict={row.label}>{t(`verifiers.label.${row.label}`)}</VerdictWord>;
  const held = row.half === 'held_out';
  return (
    <span className="truncate text-text-2" title={held ? undefined : t('verifiers.mixedLabel')}>
      {t(held ? 'verifiers.heldOutLabel' : 'verifiers.unlabelled')}
    </span>
  );
}

function Agrees({ row: { agrees } }: { readonly row: TryRow }): ReactNode {
  if (agrees === null)
    return (
      <span aria-hidden="true" className="text-center text-text-3">
        ·
      </span>
    );
  const words = t(agrees ? 'verifiers.same' : 'verifiers.differs');
  return (
    <span title={words} className={cx('text-center', agrees ? 'text-text-2' : 'font-bold text-err')}>
      <span aria-hidden="true">{agrees ? '=' : '≠'}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
