'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import type { DatasetExport } from '../../../lib/contracts/annotation/datasets.ts';
import { datasetsRoutes } from '../../../lib/contracts/annotation/rest-datasets.ts';
import { JobProgress } from '../../jobs/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { t } from './messages.ts';
import { exportsKey } from './queries.ts';

/** The token lives in this dialog alone and goes with it. */
export function PushDialog({
  made,
  onClose,
}: {
  readonly made: DatasetExport;
  readonly onClose: () => void;
}): ReactNode {
  const hint = useId();
  const [repo, setRepo] = useState('');
  const [token, setToken] = useState('');
  const [isPrivate, setPrivate] = useState(true);
  const [job, setJob] = useState<string>();
  const client = useQueryClient();
  const push = useMutation({
    mutationFn: () =>
      callApi(datasetsRoutes.pushDataset, {
        params: { id: made.id },
        body: { repo, token, private: isPrivate },
      }),
    onSuccess: ({ id }) => {
      setToken('');
      setJob(id);
    },
    gcTime: 0,
  });
  return (
    <Dialog
      onClose={onClose}
      title={t('training.pushTo', { shape: t(`training.${made.spec.shape}`) })}
      description={t('training.tokenHint')}
      actions={
        <Button
          variant="primary"
          busy={push.isPending}
          disabled={repo === '' || token === ''}
          onClick={() => push.mutate()}
        >
          {t('training.pushNow')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <label className="flex flex-col gap-0.5">
          {t('training.repo')}
          <Input value={repo} onChange={({ target }) => setRepo(target.value.trim())} />
        </label>
        <label className="flex flex-col gap-0.5">
          {t('training.token')}
          <Input
            type="password"
            autoComplete="off"
            value={token}
            aria-describedby={push.isError ? hint : undefined}
            onChange={({ target }) => setToken(target.value)}
          />
        </label>
        <Checkbox label={t('training.privateRepo')} checked={isPrivate} onChange={setPrivate} />
        {push.isError ? (
          <p id={hint} role="alert" className="text-err">
            {push.error.message}
          </p>
        ) : null}
        {job === undefined ? null : (
          <JobProgress
            key={job}
            id={job}
            brief
            onEnd={() => void client.invalidateQueries({ queryKey: exportsKey })}
          />
        )}
      </div>
    </Dialog>
  );
}
