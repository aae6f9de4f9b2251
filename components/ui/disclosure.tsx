'use client';

import { type ReactNode, useId, useState } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

interface DisclosureProps {
  /** The line that is always there; the whole of it opens and folds. */
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly defaultOpen?: boolean;
  /** Given: the caller holds the state. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  /** `line`: a bordered line of its own, as over a list; `plain`: within text. */
  readonly look?: 'line' | 'plain';
  readonly className?: string;
}

/** A line that opens what stands under it. What is folded is not in the page. */
export function Disclosure(props: DisclosureProps): ReactNode {
  const { summary, children, defaultOpen = false, look = 'line', className } = props;
  const [own, setOwn] = useState(defaultOpen);
  const open = props.open ?? own;
  const id = useId();
  return (
    <div className={className}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => {
          setOwn(!open);
          props.onOpenChange?.(!open);
        }}
        className={cx(
          'flex w-full min-w-0 items-center gap-1.5 text-left text-sm text-text-2 outline-offset-[-2px]',
          look === 'line'
            ? 'min-h-row rounded-1 border border-line bg-surface px-2.5 hover:bg-surface-2'
            : 'min-h-dense rounded-1 hover:text-text',
        )}
      >
        <Icon name="right" className={cx('size-2.5 shrink-0', open && 'rotate-90')} />
        {summary}
      </button>
      {open ? <div id={id}>{children}</div> : null}
    </div>
  );
}
