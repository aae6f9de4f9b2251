import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { cx } from './cx.ts';

export type RowChangeKind = 'added' | 'modified' | 'removed';

/**
 * The looks of grids, also for those built of other elements than `table`. A changed row says so by the glyph in its first
 * column (`RowSign`), its tint only repeats it.
 */
export const rowClass = cva('group/row', {
  variants: {
    /** `plain` for rows that nothing happens to on hover. */
    look: {
      plain: '',
      hover: 'hover:bg-surface-2',
      selected: 'on-tint bg-accent-soft shadow-[inset_2px_0_var(--accent)] forced-colors:outline-1',
      added: 'on-tint bg-add-soft',
      modified: '',
      removed: 'on-tint bg-del-soft [&_td:not(.keep)]:line-through [&_td:not(.keep)]:decoration-del',
    },
  },
  defaultVariants: { look: 'hover' },
});

export const cellClass = cva('border-line border-b px-cell text-left whitespace-nowrap', {
  variants: {
    size: { row: 'h-row', dense: 'h-dense' },
    align: { start: '', end: 'text-right' },
    /** A changed cell of a modified row. */
    changed: { true: 'on-tint bg-mod-soft', false: '' },
  },
  defaultVariants: { size: 'row', align: 'start', changed: false },
});

const HEAD =
  'h-6 border-line border-b px-cell text-left font-normal font-sans text-text-3 text-xs whitespace-nowrap';

type TableProps = ComponentProps<'table'> & {
  /** Names the table. */
  readonly label: string;
};

/** Monospaced, 28 px rows. For prose cells give them `font-sans`. */
export function Table({ label, className, ...props }: TableProps): ReactNode {
  return (
    <table
      aria-label={label}
      className={cx('w-full border-collapse font-mono text-sm', className)}
      {...props}
    />
  );
}

export function HeadCell({ className, ...props }: ComponentProps<'th'>): ReactNode {
  return <th scope="col" className={cx(HEAD, className)} {...props} />;
}

export function Row({
  look,
  className,
  ...props
}: ComponentProps<'tr'> & VariantProps<typeof rowClass>): ReactNode {
  return (
    <tr
      aria-selected={look === 'selected' ? true : undefined}
      className={cx(
        rowClass({ look }),
        'focus-visible:shadow-[inset_0_2px_var(--focus),inset_0_-2px_var(--focus)] focus-visible:outline-none',
        className,
      )}
      {...props}
    />
  );
}

export function Cell({
  size,
  align,
  changed,
  className,
  ...props
}: Omit<ComponentProps<'td'>, 'align'> & VariantProps<typeof cellClass>): ReactNode {
  return <td className={cx(cellClass({ size, align, changed }), className)} {...props} />;
}

const SIGNS: Readonly<Record<RowChangeKind, { readonly glyph: string; readonly colour: string }>> = {
  added: { glyph: '+', colour: 'text-add' },
  modified: { glyph: '~', colour: 'text-mod' },
  removed: { glyph: '−', colour: 'text-del' },
};

/** The glyph of a changed row, with its word for those who do not see it. */
export function RowSign({ change }: { readonly change: RowChangeKind }): ReactNode {
  const { glyph, colour } = SIGNS[change];
  return (
    <span className={cx('relative font-bold', colour)}>
      <span aria-hidden="true">{glyph}</span>
      <span className="sr-only">{t(`ui.${change}`)}</span>
    </span>
  );
}

/** `was → now`: the old value struck out, the new one in weight. */
export function WasNow({ was, now }: { readonly was: ReactNode; readonly now: ReactNode }): ReactNode {
  return (
    <>
      <del className="relative text-text-2 line-through">
        <span className="sr-only">{t('ui.was')} </span>
        {was}
      </del>
      <span aria-hidden="true" className="px-[5px] text-text-3">
        →
      </span>
      <ins className="relative font-semibold text-mod no-underline">
        <span className="sr-only">{t('ui.now')} </span>
        {now}
      </ins>
    </>
  );
}
