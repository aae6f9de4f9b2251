'use client';

import { type ReactNode, useState } from 'react';
import type { TaskRef } from '../../lib/client/queries/outcomes.ts';
import { useMay } from '../identity/index.ts';
import { LoadFailed } from '../layout/load-failed.tsx';
import { Button } from '../ui/button.tsx';
import { createLazyPart } from '../ui/lazy-part.ts';
import { t } from './messages.ts';

const DIALOG = createLazyPart(async () => (await import('../annotation/queues/index.ts')).AddTaskRuns);

interface QueueRunsProps extends TaskRef {
  /** Null: of all ends. */
  readonly end: { readonly state: string; readonly representative: string | null } | null;
  readonly passes: boolean;
}

/** Puts runs of a task, or of one of its ends, into a queue. Nothing for whoever makes no queues. */
export function QueueRuns(props: QueueRunsProps): ReactNode {
  const [open, setOpen] = useState(false);
  const dialog = DIALOG.usePart(open);
  const may = useMay();
  const close = () => setOpen(false);
  if (!may('lead')) return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('outcomes.queue')}
      </Button>
      {!open || dialog.state === 'waiting' ? null : dialog.state === 'failed' ? (
        <LoadFailed what={t('outcomes.queue')} onRetry={dialog.retry} onClose={close} />
      ) : (
        <dialog.part {...props} onClose={close} />
      )}
    </>
  );
}
