import type { ReactNode } from 'react';

/** One way by which runs come in, as the dialog shows it. */
export interface ImportPart {
  readonly body: ReactNode;
  readonly action: ReactNode;
  /** Something is on its way or came: the other way is no longer offered. */
  readonly isBegun: boolean;
  /** The server works on it; closing the dialog does not stop it. */
  readonly hasJob: boolean;
}
