'use client';

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { buildPath, callApi } from '../../../lib/client/api.ts';
import { startDownload } from '../../../lib/client/follow-download.ts';
import { annotationIdSchema } from '../../../lib/contracts/annotation/queues.ts';
import { datasetsRoutes } from '../../../lib/contracts/annotation/rest-datasets.ts';
import type { Job } from '../../../lib/contracts/jobs.ts';
import { JobProgress } from '../../jobs/index.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { t } from './messages.ts';

interface DownloadPairsProps {
  readonly set: string;
  readonly name: string;
  readonly project: string | null;
}

const resultSchema = z.object({ export: annotationIdSchema });

/** A pair set as DPO pairs: written, then downloaded. */
export function DownloadPairs({ set, name, project }: DownloadPairsProps): ReactNode {
  const [job, setJob] = useState<string>();
  const make = useMutation({
    mutationFn: () =>
      callApi(datasetsRoutes.makeDataset, {
        body: { project, shape: 'dpo', pairSets: [set], fixes: false, preferences: false },
      }),
    onSuccess: ({ id }) => setJob(id),
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  const take = ({ result }: Job): void => {
    const made = resultSchema.safeParse(result);
    if (made.success)
      startDownload(buildPath(datasetsRoutes.downloadDataset.path, { id: made.data.export }, {}));
  };
  return (
    <span className="flex items-center gap-2">
      {job === undefined ? null : <JobProgress key={job} id={job} brief onEnd={take} />}
      <Button
        size="sm"
        busy={make.isPending}
        aria-label={`${t('training.downloadDpo')}: ${name}`}
        onClick={() => make.mutate()}
      >
        {t('training.downloadDpo')}
      </Button>
    </span>
  );
}
