'use client';

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { t } from '../messages.ts';
import { runRoutes } from '../../../lib/contracts/rest-runs.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { type BulkDialogProps, CloseButton, Failed } from './bulk-parts.tsx';

const MOST = 1_000;

/** Selects some of what matches: so many of each task, or of each end state. */
export function SampleDialog({ state, query, onClose, onSelect }: BulkDialogProps): ReactNode {
  const [by, setBy] = useState<'task' | 'end_state'>('task');
  const [count, setCount] = useState('4');
  const [seed, setSeed] = useState('0');
  const id = useId();
  const wanted = Number(count);
  const valid =
    Number.isInteger(wanted) && wanted >= 1 && wanted <= MOST && Number.isSafeInteger(Number(seed));
  const take = useMutation({
    mutationFn: () =>
      callApi(runRoutes.selectRuns, {
        body: { q: query, sample: { by, count: wanted, seed: Number(seed) } },
      }),
    onSuccess: (selection) => {
      onSelect(selection);
      onClose();
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title={t('runs.actions.sampleTitle', { count: state.count })}
      description={t('runs.actions.sampleBody')}
      actions={
        <>
          <CloseButton onClose={onClose} />
          <Button variant="primary" disabled={!valid} busy={take.isPending} onClick={() => take.mutate()}>
            {t('runs.actions.take')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2 text-sm">
        <label htmlFor={`${id}-count`}>{t('runs.actions.sampleCount')}</label>
        <span className="flex items-center gap-2">
          <Input
            id={`${id}-count`}
            type="number"
            min={1}
            max={MOST}
            value={count}
            aria-invalid={!valid}
            className="w-20"
            onChange={(event) => setCount(event.target.value)}
          />
          <Segmented
            label={t('runs.actions.sampleBy')}
            value={by}
            segments={[
              { value: 'task', label: t('runs.actions.byTask') },
              { value: 'end_state', label: t('runs.actions.byState') },
            ]}
            onChange={setBy}
          />
        </span>
        <label htmlFor={`${id}-seed`}>{t('runs.actions.seed')}</label>
        <Input
          id={`${id}-seed`}
          type="number"
          value={seed}
          className="w-20"
          onChange={(event) => setSeed(event.target.value)}
        />
      </div>
      <Failed error={take.error} />
    </Dialog>
  );
}
