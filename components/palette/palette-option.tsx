import Link from 'next/link';
import type { MouseEvent, ReactNode } from 'react';
import { useKeyLabel, type KeyAction } from '../../lib/client/keys/index.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import type { Hit } from './search.ts';

interface PaletteOptionProps {
  readonly id: string;
  readonly hit: Hit;
  readonly active: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

/** One thing found: a real link where it is a place, so that the browser's own ways to open it work. */
export function PaletteOption({ id, hit, active, onPoint, onChoose }: PaletteOptionProps): ReactNode {
  const { item } = hit;
  const props = {
    id,
    role: 'option',
    'aria-selected': active,
    tabIndex: -1,
    onPointerMove: onPoint,
    className: cx(
      'flex min-h-row cursor-pointer items-center gap-2 border-l-2 px-2.5 text-sm',
      active ? 'on-tint border-accent bg-accent-soft' : 'border-transparent',
    ),
    children: (
      <>
        <span className="flex w-4 shrink-0 justify-center text-text-2">
          {item.icon === undefined ? <span aria-hidden="true">·</span> : <Icon name={item.icon} />}
        </span>
        <span
          className={cx(
            'min-w-0 truncate',
            item.mono === true
              ? 'shrink-0 max-w-[60%] font-mono'
              : item.detail !== undefined && 'max-w-[75%]',
          )}
        >
          <Marked text={item.text} marks={hit.marks} />
        </span>
        {item.detail === undefined ? null : (
          <span className="min-w-[120px] flex-1 truncate text-text-2">{item.detail}</span>
        )}
        {item.action === undefined ? null : <ActionKey action={item.action} />}
      </>
    ),
  } as const;
  function onClick(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onChoose();
  }
  if ('run' in item) return <div {...props} onClick={onClick} />;
  if (item.href.startsWith('?')) return <a {...props} href={item.href} onClick={onClick} />;
  return <Link {...props} href={item.href} prefetch={false} onClick={onClick} />;
}

function ActionKey({ action }: { readonly action: KeyAction }): ReactNode {
  const label = useKeyLabel(action);
  return label === null ? null : <Kbd>{label.shown}</Kbd>;
}

function Marked({ text, marks }: { readonly text: string; readonly marks: Hit['marks'] }): ReactNode {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(
      text.slice(at, from),
      <u key={from} className="font-semibold decoration-accent underline-offset-2">
        {text.slice(from, to)}
      </u>,
    );
    at = to;
  }
  return [...parts, text.slice(at)];
}
