'use client';

import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { t } from '../messages.ts';
import { branchRoutes } from '../../../lib/contracts/rest-branches.ts';
import { Segmented } from '../../ui/segmented.tsx';
import type { BulkDialogProps } from './bulk-parts.tsx';
import { JobDialog } from './job-dialog.tsx';

/** Plays runs again and says where they go apart. */
export function ReplayDialog(props: BulkDialogProps): ReactNode {
  const { target, count } = props.state;
  const [clock, setClock] = useState<'recorded' | 'now'>('recorded');
  return (
    <JobDialog
      {...props}
      title={t('runs.actions.replayTitle', { count })}
      description={t('runs.actions.replayBody')}
      start={() => callApi(branchRoutes.replayRuns, { body: { target, clock } })}
    >
      <div className="flex items-center gap-2 text-sm">
        {t('runs.actions.replayClock')}
        <Segmented
          label={t('runs.actions.replayClock')}
          value={clock}
          segments={[
            { value: 'recorded', label: t('runs.actions.clockRecorded') },
            { value: 'now', label: t('runs.actions.clockNow') },
          ]}
          onChange={setClock}
        />
      </div>
    </JobDialog>
  );
}
