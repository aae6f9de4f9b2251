'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { pairFiltersSchema, type PairFilters } from '../../../lib/contracts/annotation/pairs.ts';
import { pairsRoutes } from '../../../lib/contracts/annotation/rest-pairs.ts';
import { runRoutes } from '../../../lib/contracts/rest-runs.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Input } from '../../ui/input.tsx';
import { showToast } from '../../ui/toast.ts';
import { countsOf } from './counts-of.ts';
import { LeftTable } from './left-table.tsx';
import { t } from './messages.ts';
import { PairTable } from './pair-table.tsx';
import { pairKeys } from './queries.ts';

interface PairFinderProps {
  readonly project: string | null;
  /** The filter to begin with. */
  readonly startsWith: string;
  /** Runs that were selected before; null: those that the filter matches. */
  readonly selection: string | null;
}

/** Looks for pairs in a set of runs, and keeps what was found. */
export function PairFinder({ project, startsWith, selection: given }: PairFinderProps): ReactNode {
  const [q, setQ] = useState(startsWith);
  const [filters, setFilters] = useState<PairFilters>(() => pairFiltersSchema.parse({}));
  const look = useMutation({
    mutationFn: async () => {
      const selection = given ?? (await callApi(runRoutes.selectRuns, { body: { q } })).id;
      const found = await callApi(pairsRoutes.previewPairs, { body: { target: { selection }, filters } });
      return { ...found, selection, filters };
    },
  });
  const found = look.data;
  return (
    <section aria-label={t('training.pairs')} className="flex flex-col gap-2 text-sm">
      <h2 className="font-semibold">{t('training.pairs')}</h2>
      <p className="max-w-[90ch] text-text-2">{t('training.pairsAbout')}</p>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          look.mutate();
        }}
      >
        {given === null ? (
          <label className="flex min-w-60 flex-1 flex-col gap-0.5">
            {t('training.runs')}
            <Input
              value={q}
              placeholder={t('training.runsQuery')}
              onChange={({ target }) => setQ(target.value)}
            />
          </label>
        ) : (
          <p className="flex-1">{t('training.selected')}</p>
        )}
        <Amount
          label={t('training.minPrefix')}
          value={filters.minPrefix}
          min={0}
          onChange={(minPrefix) => setFilters({ ...filters, minPrefix })}
        />
        <Amount
          label={t('training.perTask')}
          value={filters.perTask}
          min={1}
          onChange={(perTask) => setFilters({ ...filters, perTask })}
        />
        {(['onePerPrefix', 'labelled', 'unsuspicious', 'cleanTasks'] as const).map((name) => (
          <Checkbox
            key={name}
            label={t(`training.${name}`)}
            checked={filters[name]}
            onChange={(on) => setFilters({ ...filters, [name]: on })}
          />
        ))}
        <Button type="submit" variant="primary" busy={look.isPending}>
          {t('training.findPairs')}
        </Button>
      </form>
      {look.isError ? (
        <p role="alert" className="text-err">
          {look.error.message}
        </p>
      ) : null}
      {found === undefined ? null : (
        <>
          <p role="status">{t('training.pairsFound', countsOf(found.counts))}</p>
          <LeftTable left={found.counts.left} />
          {found.sample.length === 0 ? null : (
            <>
              <PairTable pairs={found.sample} />
              <KeepPairs
                key={found.selection}
                project={project}
                selection={found.selection}
                filters={found.filters}
              />
            </>
          )}
        </>
      )}
    </section>
  );
}

function KeepPairs({
  project,
  selection,
  filters,
}: {
  readonly project: string | null;
  readonly selection: string;
  readonly filters: PairFilters;
}): ReactNode {
  const [name, setName] = useState('');
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: () =>
      callApi(pairsRoutes.makePairSet, { body: { name, project, target: { selection }, filters } }),
    onSuccess: (set) => {
      showToast({ tone: 'ok', text: t('training.kept', { name: set.name }) });
      return client.invalidateQueries({ queryKey: pairKeys.sets(project) });
    },
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  return (
    <div className="flex flex-wrap items-end gap-2">
      <label className="flex flex-col gap-0.5">
        {t('training.setName')}
        <Input value={name} maxLength={120} onChange={({ target }) => setName(target.value)} />
      </label>
      <Button busy={keep.isPending} disabled={name.trim() === ''} onClick={() => keep.mutate()}>
        {t('training.keep')}
      </Button>
    </div>
  );
}

function Amount({
  label,
  value,
  min,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly onChange: (value: number) => void;
}): ReactNode {
  return (
    <label className="flex w-36 flex-col gap-0.5">
      {label}
      <Input
        type="number"
        min={min}
        max={1_000}
        value={value}
        onChange={({ target }) => {
          const { valueAsNumber: given } = target;
          if (Number.isInteger(given) && given >= min && given <= 1_000) onChange(given);
        }}
      />
    </label>
  );
}
