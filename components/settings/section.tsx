import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  /** At the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, hint, actions, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-2 border border-line bg-surface">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-line border-b px-3 py-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {hint === undefined ? null : <p className="min-w-0 flex-1 text-sm text-text-2">{hint}</p>}
        {actions}
      </div>
      {children}
    </section>
  );
}

/** One setting: its name at the left, the control beside it, what it does after that. */
export function Setting({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="grid gap-x-4 gap-y-1 border-line px-3 py-2 not-first:border-t md:grid-cols-[140px_auto_1fr] md:items-center">
      <span className="text-sm">{label}</span>
      <div className="min-w-0">{children}</div>
      {hint === undefined ? null : <span className="text-sm text-text-2">{hint}</span>}
    </div>
  );
}
