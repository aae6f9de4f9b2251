import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

/** Per level, px. */
const INDENT = 14;

interface TreeRowProps extends Omit<ComponentProps<'div'>, 'onToggle'> {
  /** 1-based. */
  readonly level: number;
  /** Null: has nothing under it. */
  readonly expanded: boolean | null;
  readonly selected?: boolean;
  /** The one focus stop of its tree. */
  readonly focusStop: boolean;
  readonly onToggle?: () => void;
}

/**
 * One line of a tree, for an element with the role `tree` that holds the focus (roving) and its keys. The arrow is for the
 * pointer alone: arrow keys do the same.
 */
export function TreeRow(props: TreeRowProps): ReactNode {
  const { level, expanded, selected = false, focusStop, onToggle, className, children, ...rest } = props;
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-expanded={expanded ?? undefined}
      aria-selected={selected}
      tabIndex={focusStop ? 0 : -1}
      {...rest}
      className={cx(
        'flex min-h-dense items-center gap-1 pr-2 font-mono text-sm outline-offset-[-2px]',
        selected
          ? 'on-tint bg-accent-soft shadow-[inset_2px_0_var(--accent)] forced-colors:outline-1'
          : 'hover:bg-surface-2',
        className,
      )}
      style={{ paddingLeft: (level - 1) * INDENT + 4, ...rest.style }}
    >
      <span aria-hidden="true" onClick={onToggle} className="grid size-4 shrink-0 place-items-center">
        {expanded === null ? null : (
          <Icon name="right" className={cx('size-2.5 text-text-2', expanded && 'rotate-90')} />
        )}
      </span>
      {children}
    </div>
  );
}
