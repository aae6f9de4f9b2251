import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { cx } from '../ui/cx.ts';
import { firstTrue } from './row-order.ts';

/** Cells that are drawn; a longer strip says how many there are besides. */
const MAX_CELLS = 10;

interface StepStripProps {
  readonly before: string;
  readonly after: string;
}

/** Where both verifiers are true, a cell a state: before above, after below. */
export function StepStrip({ before, after }: StepStripProps): ReactNode {
  const left = Math.max(before.length, after.length) - MAX_CELLS;
  const words = t('verifiers.stripWords', { before: wordsOf(before), after: wordsOf(after) });
  return (
    <span role="img" aria-label={words} title={words} className="inline-flex items-center gap-1">
      <span className="flex flex-col gap-px">
        <Cells strip={before} fill="bg-text-2" />
        <Cells strip={after} fill="bg-accent" />
      </span>
      {left > 0 ? (
        <span className="text-text-2 text-xs">{t('verifiers.stripMore', { count: left })}</span>
      ) : null}
    </span>
  );
}

function Cells({ strip, fill }: { readonly strip: string; readonly fill: string }): ReactNode {
  return (
    <span className="flex gap-px">
      {Array.from(strip.slice(0, MAX_CELLS)).map((mark, index) => (
        <span
          key={index}
          className={cx(
            'h-1.5 w-2 rounded-[1px] forced-colors:border',
            mark === 't' && `${fill} forced-colors:bg-[CanvasText]`,
            mark === 'f' && 'border border-line-control',
            mark === 'e' && 'border border-err bg-err-soft',
            (mark === '?' || mark === '.') && 'border border-line border-dashed',
          )}
        />
      ))}
    </span>
  );
}

function wordsOf(strip: string): string {
  const first = firstTrue(strip);
  return first === null ? t('verifiers.stripNever') : t('verifiers.stripFrom', { step: first });
}
