import type { ReactNode } from 'react';

/** Why something did not work, in a line of its own that is read out at once. */
export function ErrorLine({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <p role="alert" className="text-err text-sm wrap-anywhere">
      <span aria-hidden="true">✕ </span>
      {children}
    </p>
  );
}
