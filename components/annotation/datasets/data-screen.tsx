'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { projectQuery } from '../../../lib/client/queries/annotation.ts';
import {
  datasetSpecSchema,
  MOST_PAIR_SETS,
  type DatasetSpec,
} from '../../../lib/contracts/annotation/datasets.ts';
import { datasetsRoutes } from '../../../lib/contracts/annotation/rest-datasets.ts';
import { JobProgress } from '../../jobs/index.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { ProjectFrame } from '../frame/index.ts';
import { ExportHistory } from './export-history.tsx';
import { ExportPreview } from './export-preview.tsx';
import { t } from './messages.ts';
import { exportsKey, pairSetsQuery } from './queries.ts';
import { SpecForm } from './spec-form.tsx';

/** Labels as files: what is in, what they would look like, and those that were made. */
export function DataScreen({ project }: { readonly project: string }): ReactNode {
  const named = useQuery(projectQuery(project));
  const [given, setGiven] = useState<DatasetSpec>(() =>
    datasetSpecSchema.parse({ project, shape: 'labels' }),
  );
  // All of the project's until others are chosen, as with fixes and preferences.
  const [chosenSets, setChosenSets] = useState<DatasetSpec['pairSets']>();
  const sets = useQuery(pairSetsQuery(project));
  const allSets = sets.data?.items.slice(0, MOST_PAIR_SETS).map(({ id }) => id) ?? [];
  const spec: DatasetSpec = { ...given, pairSets: given.shape === 'dpo' ? (chosenSets ?? allSets) : [] };
  const change = (next: DatasetSpec): void => {
    if (next.pairSets !== spec.pairSets) setChosenSets(next.pairSets);
    setGiven(next);
  };
  const [job, setJob] = useState<string>();
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () => callApi(datasetsRoutes.makeDataset, { body: spec }),
    onSuccess: ({ id }) => setJob(id),
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  return (
    <ProjectFrame project={{ id: project, name: named.data?.name ?? '' }} place="data">
      <div
        tabIndex={0}
        role="group"
        aria-label={t('annotate.data')}
        className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-4 py-3 outline-offset-[-2px]"
      >
        <div className="flex flex-col gap-5 lg:flex-row">
          <div className="flex shrink-0 flex-col gap-3 lg:w-80">
            <SpecForm project={project} spec={spec} onChange={change} />
            <Button variant="primary" busy={make.isPending} onClick={() => make.mutate()}>
              {t('training.make')}
            </Button>
            {job === undefined ? null : (
              <JobProgress
                key={job}
                id={job}
                brief
                onEnd={() => void client.invalidateQueries({ queryKey: exportsKey })}
              />
            )}
          </div>
          <ExportPreview spec={spec} />
        </div>
        <ExportHistory project={project} />
      </div>
    </ProjectFrame>
  );
}
