import type { ReactNode } from 'react';

interface PeekSectionProps {
  readonly title: string;
  /** At the right end of the title's line. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

export function PeekSection({ title, note, children }: PeekSectionProps): ReactNode {
  return (
    <section className="border-line border-b px-4 py-2 last:border-b-0">
      <div className="flex min-h-6 items-baseline justify-between gap-2">
        <h3 className="shrink-0 font-semibold">{title}</h3>
        {note === undefined ? null : <span className="min-w-0 truncate text-text-2 text-xs">{note}</span>}
      </div>
      {children}
    </section>
  );
}
