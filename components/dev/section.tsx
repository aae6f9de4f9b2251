import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

interface SectionProps {
  /** Also the section's address, `#name`, and the name of its picture in the tests. */
  readonly name: string;
  readonly title: string;
  readonly note?: string;
  /** Over two columns of the sheet, where there are any. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Section({ name, title, note, wide = false, children }: SectionProps): ReactNode {
  return (
    <section
      id={name}
      aria-labelledby={`${name}-title`}
      className={cx(
        'min-w-0 rounded-1 border border-line bg-surface px-3.5 pt-2.5 pb-3.5',
        wide && 'md:col-span-2',
      )}
    >
      <h2 id={`${name}-title`} className="mb-2.5 font-semibold text-sm">
        {title}
        {note === undefined ? null : <span className="ml-1.5 font-normal text-text-3">{note}</span>}
      </h2>
      {children}
    </section>
  );
}

/** One state, or a few, beside its name. */
export function Specimen({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="mb-2 grid grid-cols-[76px_minmax(0,1fr)] items-center gap-2 last:mb-0">
      <span className="text-text-3 text-xs">{name}</span>
      <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}
