import { type ReactNode, useId } from 'react';

/** A part of the page under its title. */
export function Part({
  title,
  actions,
  says,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  /** What the figures mean, in a sentence. */
  readonly says?: string;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-1 border border-line bg-surface">
      <div className="flex min-h-9 flex-wrap items-center gap-2 border-line border-b px-3 py-1">
        <h2 id={id} className="font-semibold text-sm">
          {title}
        </h2>
        <div className="flex-1" />
        {actions}
      </div>
      {says === undefined ? null : <p className="px-3 pt-2 text-sm text-text-2">{says}</p>}
      {children}
    </section>
  );
}

/** A table that scrolls within itself, by keys too. */
export function Scroller({
  label,
  children,
  className = '',
}: {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
}): ReactNode {
  return (
    <div tabIndex={0} role="group" aria-label={label} className={`overflow-auto ${className}`}>
      {children}
    </div>
  );
}
