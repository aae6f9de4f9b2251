import type { ReactNode } from 'react';
import { Loading } from './loading.tsx';

/** Widths of the bars of a row, so that rows do not look alike. */
const WIDTHS = [1, 0.7, 0.85, 0.6, 0.75] as const;

interface SkeletonRowsProps {
  /** What is waited for: said after 300 ms. */
  readonly what: string;
  readonly rows?: number;
  readonly columns?: number;
}

/** The shape of rows to come, under the words that say what is waited for. */
export function SkeletonRows({ what, rows = 3, columns = 4 }: SkeletonRowsProps): ReactNode {
  return (
    <div className="px-3 py-1">
      <Loading what={what} className="min-h-6 text-sm text-text-2" />
      <div aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <div
            key={row}
            className="grid h-row items-center gap-3 border-line border-b"
            style={{ gridTemplateColumns: `20px repeat(${Math.max(1, columns - 1)}, minmax(0, 1fr))` }}
          >
            {Array.from({ length: columns }, (__, column) => (
              <span
                key={column}
                className="h-2.5 rounded-[2px] bg-surface-3"
                style={{
                  width: `${(column === 0 ? 1 : (WIDTHS[(row + column) % WIDTHS.length] ?? 1)) * 100}%`,
                }}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
