import type { ReactNode } from 'react';

export function Kbd({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <kbd className="inline-flex pointer-coarse:hidden h-4 items-center rounded-[3px] border border-current px-1 font-medium font-sans text-xs leading-none">
      {children}
    </kbd>
  );
}
