'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../ui/cx.ts';
import type { LineRange } from './lines.ts';

interface PlainCodeProps {
  readonly code: string;
  readonly label: string;
  readonly highlight: LineRange | null;
}

/** Code with line numbers, without an editor: until one is loaded, or where none can be. */
export function PlainCode({ code, label, highlight }: PlainCodeProps): ReactNode {
  const region = useRef<HTMLDivElement>(null);
  const from = highlight?.from ?? null;
  useEffect(() => {
    if (from === null) return;
    const line = region.current?.querySelector(`[data-line="${from}"]`);
    // jsdom has no scrolling.
    if (line !== null && line !== undefined && 'scrollIntoView' in line)
      line.scrollIntoView({ block: 'start' });
  }, [from, code]);
  return (
    <div
      ref={region}
      role="region"
      aria-label={label}
      tabIndex={0}
      className="absolute inset-0 overflow-auto bg-surface outline-offset-[-2px]"
    >
      <pre className="w-fit min-w-full py-1 font-mono text-sm leading-[18px]">
        {code.split('\n').map((line, index) => {
          const lit = highlight !== null && index + 1 >= highlight.from && index + 1 <= highlight.to;
          return (
            <div key={index} data-line={index + 1} className={cx('flex', lit && 'on-tint bg-accent-soft')}>
              <span aria-hidden="true" className="w-12 shrink-0 pr-3 text-right text-text-3 select-none">
                {index + 1}
              </span>
              <code className="whitespace-pre">{line === '' ? '\n' : line}</code>
            </div>
          );
        })}
      </pre>
    </div>
  );
}
