import type { ReactNode } from 'react';

interface ProgressProps {
  readonly label: string;
  /** Null: no end is known; the bar moves, or stands still where less motion is wanted. */
  readonly value: number | null;
  readonly max?: number;
  /** The figure in words, e.g. `5 of 8 snapshots`, or the time that went by. */
  readonly text?: string;
  readonly className?: string;
}

export function Progress({ label, value, max = 1, text, className }: ProgressProps): ReactNode {
  const share = value === null || max <= 0 ? null : Math.max(0, Math.min(1, value / max));
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline gap-2 text-sm">
        <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
        {text === undefined ? null : <span className="text-text-2">{text}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={share === null ? undefined : max}
        aria-valuenow={share === null ? undefined : (value ?? undefined)}
        aria-valuetext={text}
        className="h-1 overflow-hidden rounded-[2px] bg-surface-3 forced-colors:border"
      >
        {share === null ? (
          <div className="progress-unknown h-full w-1/4 bg-accent forced-colors:bg-[Highlight]" />
        ) : (
          <div
            className="h-full bg-accent transition-[width] duration-[var(--slow)] forced-colors:bg-[Highlight]"
            style={{ width: `${share * 100}%` }}
          />
        )}
      </div>
    </div>
  );
}
