'use client';

import type { ReactNode } from 'react';
import { AddToQueue } from '../../annotation/queues/index.ts';
import type { BulkDialogProps } from './bulk-parts.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { PinDialog } from './pin-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { ReverifyDialog } from './reverify-dialog.tsx';
import { SampleDialog } from './sample-dialog.tsx';
import { TasksDialog } from './tasks-dialog.tsx';

/** What an action would do to how many runs, before it does it. */
export function BulkDialog(props: BulkDialogProps): ReactNode {
  switch (props.state.action) {
    case 'pin':
      return <PinDialog {...props} />;
    case 'replay':
      return <ReplayDialog {...props} />;
    case 'reverify':
      return <ReverifyDialog {...props} />;
    case 'export':
      return <ExportDialog {...props} />;
    case 'sample':
      return <SampleDialog {...props} />;
    case 'remove':
      return <RemoveDialog {...props} />;
    case 'queue':
      return <AddToQueue target={props.state.target} count={props.state.count} onClose={props.onClose} />;
    case 'tasks':
      return <TasksDialog {...props} />;
  }
}
