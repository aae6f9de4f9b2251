'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { t } from './messages.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { cx } from '../ui/cx.ts';
import { StepNotes } from './step-notes.tsx';
import { TranscriptStep } from './transcript-step.tsx';
import { useBeside } from './use-beside.ts';
import { useNotes } from './use-notes.ts';
import type { RunView } from './use-run.ts';
import { useVerdictLane } from '../timeline/index.ts';

/** Px of a step of a usual length. */
const USUAL = 74;

/** Every step in order: what the agent said, what it called, what came back. Only those in sight exist. */
export function Transcript({ view }: { readonly view: RunView }): ReactNode {
  const { viewed, running, steps } = view;
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const { cells } = useVerdictLane(viewed, running);
  const notes = useNotes(viewed.recordId);
  const { replayed, said } = useBeside(viewed.recordId);
  const bySeq = useMemo(() => Map.groupBy(notes.items, ({ seq }) => seq), [notes.items]);
  // eslint-disable-next-line react-hooks/incompatible-library -- the compiler leaves this component alone, which is right
  const virtual = useVirtualizer({
    count: viewed.newest + 1,
    estimateSize: (index) => (index === 0 ? 29 : USUAL),
    getScrollElement: () => scroller.current,
    overscan: 4,
  });
  const seqNow = useEffectEvent(() => viewed.seq);
  const there = viewed.seq === 0 || viewed.step !== null;
  useEffect(() => {
    virtual.scrollToIndex(viewed.seq, { align: 'auto' });
  }, [virtual, viewed.seq]);
  useEffect(() => {
    // Steps are as high as their words: where the viewed one stands is known once those around it are there.
    if (there) virtual.scrollToIndex(seqNow(), { align: 'center' });
  }, [virtual, there]);

  function toggle(seq: number): void {
    setOpened((set) => (set.has(seq) ? set.difference(new Set([seq])) : set.union(new Set([seq]))));
  }

  return (
    <div ref={scroller} data-transcript="" className="min-h-0 flex-1 overflow-y-auto">
      <ol aria-label={t('run.transcript')} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index: seq, start }) => {
          const step = steps.get(seq);
          const current = seq === viewed.seq;
          return (
            <li
              key={seq}
              ref={virtual.measureElement}
              data-index={seq}
              data-seq={seq}
              aria-posinset={seq + 1}
              aria-setsize={viewed.newest + 1}
              style={{ transform: `translateY(${String(start)}px)` }}
              className={cx(
                'absolute top-0 left-0 w-full border-line border-b',
                current &&
                  'on-tint bg-accent-soft shadow-[inset_2px_0_var(--accent)] forced-colors:outline-1',
              )}
            >
              {seq === 0 ? (
                <SeedLine current={current} />
              ) : step === undefined ? (
                <p className="h-[73px] px-3 py-2 text-sm text-text-2">{t('run.step', { seq })}</p>
              ) : (
                <TranscriptStep
                  recordId={viewed.recordId}
                  step={step}
                  human={viewed.human}
                  current={current}
                  open={opened.has(seq)}
                  counted={!virtual.isScrolling || current}
                  cell={cells.get(seq)}
                  replayed={replayed.get(seq)}
                  said={said.get(seq)}
                  onToggle={() => toggle(seq)}
                />
              )}
              {step === undefined ? null : (
                <StepNotes
                  runId={viewed.recordId}
                  seq={seq}
                  notes={bySeq.get(seq)}
                  current={current}
                  onRemove={notes.remove}
                />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function SeedLine({ current }: { readonly current: boolean }): ReactNode {
  return (
    <UrlLink
      set={{ step: '0', diff: null }}
      tabIndex={current ? 0 : -1}
      aria-current={current ? 'step' : undefined}
      className="flex h-7 items-center gap-2 px-3 text-sm text-text-2 focus-visible:-outline-offset-2"
    >
      <span className="w-5 text-center font-medium tabular-nums">0</span>
      {t('timeline.seedName')}
    </UrlLink>
  );
}
