'use client';

import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useId, useRef } from 'react';
import { useWidth } from '../cells/index.ts';
import type { JsonSource } from './json-source.ts';

const LINE_PX = 18;
const CHAR_PX = 7.25;
const PADDING_PX = 24;
/** Lines that are fetched at once. */
const PAGE = 100;

interface TextSlicesProps {
  readonly source: JsonSource;
  readonly of: 'raw' | 'text';
  /** Characters of the whole. */
  readonly length: number;
  readonly label: string;
}

/** A long text cut into lines of the pane's width, of which what is in sight is drawn. */
export function TextSlices({ source, of, length, label }: TextSlicesProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const chars = Math.max(20, Math.floor((width - PADDING_PX) / CHAR_PX));
  const count = width === 0 ? 0 : Math.ceil(length / chars);
  // No compiler memoizes here.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: Math.ceil(count / PAGE),
    getScrollElement: () => scroller.current,
    estimateSize: (page) => Math.min(PAGE, count - page * PAGE) * LINE_PX,
    overscan: 1,
  });
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="group"
      aria-label={label}
      className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={`${chars} ${index}`}
            className="absolute top-0 left-0 w-full px-3"
            style={{ transform: `translateY(${start}px)` }}
          >
            <Slice source={source} of={of} from={index * PAGE * chars} chars={chars} />
          </div>
        ))}
      </div>
    </div>
  );
}

interface SliceProps {
  readonly source: JsonSource;
  readonly of: 'raw' | 'text';
  readonly from: number;
  readonly chars: number;
}

function Slice({ source, of, from, chars }: SliceProps): ReactNode {
  const id = useId();
  const { data } = useQuery({
    queryKey: ['json-slice', id, of, from, chars],
    queryFn: () => source.call('slice', of, from, from + PAGE * chars),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const lines = data?.match(new RegExp(`[\\s\\S]{1,${chars}}`, 'g')) ?? [];
  return (
    <pre className="font-mono text-sm leading-[18px]">
      {lines.map((line) => line.replace(/[\r\n]/g, '↵')).join('\n')}
    </pre>
  );
}
