'use client';

import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { t } from './messages.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { effectOf } from '../../lib/domain/step-effect.ts';
import { cx } from '../ui/cx.ts';
import { EffectMark } from './effect-mark.tsx';
import { argumentsInWords } from './tool-facts.ts';

const SHOWN = 3;
const MOST = 50;

interface RecentCallsProps {
  /** Of this tool, newest first. */
  readonly calls: readonly LiveStep[];
  readonly viewedSeq: number | null;
  /** Puts the arguments into the form; nothing is sent. */
  readonly onReuse: (step: LiveStep) => void;
}

/** Calls of the chosen tool in this episode: one tab stop, arrows go through them. */
export function RecentCalls({ calls, viewedSeq, onReuse }: RecentCallsProps): ReactNode {
  const [all, setAll] = useState(false);
  const [stop, setStop] = useState(0);
  if (calls.length === 0) return null;
  const shown = calls.slice(0, all ? MOST : SHOWN);
  const hidden = Math.min(calls.length, MOST) - shown.length;

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const chips = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
    const next = Math.min(chips.length - 1, Math.max(0, stop + by));
    setStop(next);
    chips[next]?.focus();
  }

  return (
    <div className="flex items-center gap-2 pb-1.5 text-xs">
      <span className="shrink-0 text-text-2">{t('form.recent')}</span>
      <div
        role="toolbar"
        aria-label={t('form.recent')}
        onKeyDown={onKeyDown}
        className={cx('flex min-w-0 gap-1.5 p-0.5', all ? 'flex-wrap' : 'overflow-x-auto')}
      >
        {shown.map((step, index) => (
          <button
            key={step.seq}
            type="button"
            data-recent=""
            tabIndex={index === stop ? 0 : -1}
            aria-current={step.seq === viewedSeq || undefined}
            title={t('form.reuse')}
            onFocus={() => setStop(index)}
            onClick={() => onReuse(step)}
            className={cx(
              'inline-flex h-dense shrink-0 items-center gap-1.5 rounded-1 border px-2 whitespace-nowrap hover:bg-surface-2',
              step.seq === viewedSeq
                ? 'on-tint border-accent bg-accent-soft text-accent'
                : 'border-line-strong text-text-2',
            )}
          >
            <CallMark step={step} />
            {labelOf(step)}
          </button>
        ))}
        {hidden > 0 ? (
          <button
            type="button"
            tabIndex={stop === shown.length ? 0 : -1}
            onFocus={() => setStop(shown.length)}
            onClick={() => setAll(true)}
            className="inline-flex h-dense shrink-0 items-center rounded-1 border border-line-strong px-2 text-text-2 hover:bg-surface-2"
          >
            {t('form.moreCalls', { count: hidden })}
          </button>
        ) : null}
      </div>
    </div>
  );
}

function CallMark({ step }: { readonly step: LiveStep }): ReactNode {
  if (effectOf(step) === 'error') {
    return (
      <span role="img" aria-label={t('tools.effect.error')} className="font-bold text-err">
        ✕
      </span>
    );
  }
  return <EffectMark effect={step.wrote ? 'write' : 'read'} />;
}

function labelOf(step: LiveStep): string {
  const words = argumentsInWords(step.arguments?.text ?? '{}');
  const number = t('form.recentStep', { seq: step.seq });
  return words === '' ? number : `${number} · ${words}`;
}
