'use client';

import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { t } from '../messages.ts';
import { workbenchRoutes } from '../../../lib/contracts/rest-workbench.ts';
import type { BulkDialogProps } from './bulk-parts.tsx';
import { JobDialog } from './job-dialog.tsx';

/** Has today's verifiers judge runs. */
export function ReverifyDialog(props: BulkDialogProps): ReactNode {
  const { target, count } = props.state;
  return (
    <JobDialog
      {...props}
      title={t('runs.actions.reverifyTitle', { count })}
      description={t('runs.actions.reverifyBody')}
      start={() => callApi(workbenchRoutes.reverify, { body: { target } })}
    />
  );
}
