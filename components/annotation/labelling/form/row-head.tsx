'use client';

import type { ReactNode } from 'react';
import { type KeyAction, useKeyLabel } from '../../../../lib/client/keys/index.ts';
import { cx } from '../../../ui/cx.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { useNamed } from '../use-item.ts';

interface HeadProps {
  readonly id?: string;
  readonly row: string;
  readonly children: ReactNode;
  readonly note?: ReactNode;
  readonly end?: ReactNode;
}

export function RowHead({ id, row, children, note, end }: HeadProps): ReactNode {
  const missing = useNamed().includes(row);
  return (
    <h2 id={id} className="mb-[5px] flex items-center gap-1.5 font-semibold text-sm">
      {children}
      <span
        className={cx('flex items-center gap-1 font-normal text-xs', missing ? 'text-err' : 'text-text-3')}
      >
        {missing ? '✕ ' : ''}
        {note}
      </span>
      {end === undefined ? null : <span className="ml-auto font-normal text-xs">{end}</span>}
    </h2>
  );
}

export function KeyCap({ action }: { readonly action: KeyAction }): ReactNode {
  const key = useKeyLabel(action);
  return key === null ? null : <Kbd>{key.shown}</Kbd>;
}
