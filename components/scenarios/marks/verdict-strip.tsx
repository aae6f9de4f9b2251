import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { cx } from '../../ui/cx.ts';
import type { TaskEntry } from '../model/entries.ts';

export type VerdictCell = 'complete' | 'incomplete' | 'error' | 'trivial' | 'none';

const LOOKS: Readonly<Record<VerdictCell, { readonly glyph: string; readonly look: string }>> = {
  complete: { glyph: '✓', look: 'bg-ok-soft text-ok' },
  incomplete: { glyph: '!', look: 'bg-warn-soft text-warn' },
  error: { glyph: '✕', look: 'bg-err-soft text-err' },
  trivial: { glyph: '∅', look: 'text-warn shadow-[inset_0_0_0_1px_var(--line-strong)]' },
  none: { glyph: '·', look: 'bg-surface-2 text-text-2' },
};

export const VERDICT_CELLS: readonly VerdictCell[] = ['complete', 'incomplete', 'error', 'none', 'trivial'];

/** A verifier that passes an untouched database says nothing by passing, so that stands in the verdict's place. */
export function cellOf(task: TaskEntry): VerdictCell {
  if (task.findings.some(({ code }) => code === 'trivial_verifier')) return 'trivial';
  switch (task.stats?.best) {
    case 'complete':
      return 'complete';
    case 'incomplete':
      return 'incomplete';
    case 'error':
    case 'others':
      return 'error';
    case null:
    case undefined:
      return 'none';
  }
}

export function VerdictMark({ cell, label = true }: { readonly cell: VerdictCell; readonly label?: boolean }): ReactNode {
  const { glyph, look } = LOOKS[cell];
  return (
    <span
      className={cx('inline-block h-4 w-[13px] shrink-0 rounded-[2px] text-center font-semibold text-xs leading-4', look)}
    >
      <span aria-hidden="true">{glyph}</span>
      {label ? <span className="sr-only">{t(`scenarios.cell.${cell}`)} </span> : null}
    </span>
  );
}

/** The best verdict of each task, ten to a line; read out as a count by kind. */
export function VerdictStrip({ tasks }: { readonly tasks: readonly TaskEntry[] }): ReactNode {
  const cells = tasks.map(cellOf);
  const summary = VERDICT_CELLS.flatMap((cell) => {
    const count = cells.filter((other) => other === cell).length;
    return count === 0 ? [] : [t('scenarios.cellCount', { count, what: t(`scenarios.cell.${cell}`) })];
  }).join(', ');
  return (
    <span className="flex flex-wrap gap-px overflow-hidden" title={summary}>
      <span className="sr-only">{t('scenarios.strip', { summary })}</span>
      {cells.map((cell, index) => (
        <span key={index} aria-hidden="true" className="flex">
          <VerdictMark cell={cell} label={false} />
        </span>
      ))}
    </span>
  );
}
