'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { jobKeys } from '../../../lib/client/queries/jobs.ts';
import type { Job } from '../../../lib/contracts/jobs.ts';
import { JobProgress } from '../../jobs/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type BulkDialogProps, CloseButton, Failed, Preview, useFixed } from './bulk-parts.tsx';

interface JobDialogProps extends BulkDialogProps {
  readonly title: string;
  readonly description: string;
  /** Starts it. */
  readonly start: () => Promise<Job>;
  /** Choices, before it starts. */
  readonly children?: ReactNode;
}

/** An action that runs as a job: what it takes first, then how far it is and what came of it. */
export function JobDialog(props: JobDialogProps): ReactNode {
  const { state, title, description, onClose, onChanged, start, children } = props;
  const client = useQueryClient();
  const fixed = useFixed(state.target);
  const job = useMutation({
    mutationFn: start,
    onSuccess: () => client.invalidateQueries({ queryKey: jobKeys.list() }),
  });
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <CloseButton onClose={onClose} />
          {job.data === undefined ? (
            <Button
              variant="primary"
              disabled={fixed.data === undefined || fixed.data.count === 0}
              busy={job.isPending}
              onClick={() => job.mutate()}
            >
              {t('runs.actions.start')}
            </Button>
          ) : null}
        </>
      }
    >
      {job.data === undefined ? (
        <>
          <Preview fixed={fixed} />
          {children}
        </>
      ) : (
        <>
          <JobProgress id={job.data.id} onEnd={onChanged} />
          <p className="text-text-2 text-xs">{t('runs.actions.running')}</p>
        </>
      )}
      <Failed error={job.error} />
    </Dialog>
  );
}
