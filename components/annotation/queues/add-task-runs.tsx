'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { useSettled } from '../../../lib/client/use-settled.ts';
import { runRoutes } from '../../../lib/contracts/rest-runs.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Select } from '../../ui/select.tsx';
import { AddToQueue } from './add-to-queue.tsx';
import { t } from './messages.ts';
import { NumberField } from './number-field.tsx';

/** end: all that ended so; one: its representative; task: all of the task; each: some of every end of the task. */
type Which = 'end' | 'one' | 'task' | 'each';

interface AddTaskRunsProps {
  readonly scenario: string;
  readonly taskIdx: number;
  /** One end of the task, and a run that stands for it; null: the task as a whole. */
  readonly end: { readonly state: string; readonly representative: string | null } | null;
  /** Only runs that passed. */
  readonly passes?: boolean;
  readonly onClose: () => void;
}

const PER_END_LIMIT = 1_000;

/** Puts runs of a task into a queue: all, those of one end or its representative, or so many of each end. */
export function AddTaskRuns({
  scenario,
  taskIdx,
  end,
  passes = false,
  onClose,
}: AddTaskRunsProps): ReactNode {
  const choices: readonly Which[] =
    end === null
      ? ['task', 'each']
      : end.representative === null
        ? ['end', 'each', 'task']
        : ['end', 'one', 'each', 'task'];
  const [which, setWhich] = useState<Which>(choices[0] ?? 'task');
  const [perEnd, setPerEnd] = useState(1);
  const count = useSettled(perEnd, 250);
  const of = `scenario:${scenario} task:${String(taskIdx)}${passes ? ' outcome:pass' : ''}`;
  const found = useQuery({
    queryKey: ['annotation', 'task-runs', of, end, which, which === 'each' ? count : null] as const,
    queryFn: ({ signal }) =>
      callApi(
        runRoutes.selectRuns,
        {
          body:
            which === 'one' && typeof end?.representative === 'string'
              ? { ids: [end.representative] }
              : which === 'each'
                ? { q: of, sample: { by: 'end_state', count } }
                : { q: which === 'end' && end !== null ? `${of} state:${end.state}` : of },
        },
        signal,
      ),
    // A set is fixed when it is asked for: what ended since must be in the next one.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const selection = found.data;
  const target: RunTarget | null =
    selection === undefined || selection.count === 0 ? null : { selection: selection.id };
  return (
    <AddToQueue target={target} count={selection?.count ?? null} onClose={onClose}>
      <Select
        label={t('queueAdmin.source.title')}
        value={which}
        options={choices.map((value) => ({ value, label: t(`queueAdmin.add.which.${value}`) }))}
        onChange={setWhich}
      />
      {which === 'each' ? (
        <NumberField
          label={t('queueAdmin.add.perEnd')}
          hint={t('queueAdmin.add.perEndHint')}
          value={perEnd}
          min={1}
          max={PER_END_LIMIT}
          whole
          onChange={setPerEnd}
        />
      ) : null}
      {passes ? <p className="text-sm text-text-2">{t('queueAdmin.add.passes')}</p> : null}
      {found.isError ? <ErrorLine>{found.error.message}</ErrorLine> : null}
    </AddToQueue>
  );
}
