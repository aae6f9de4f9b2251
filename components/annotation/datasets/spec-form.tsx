'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { queuesQuery } from '../../../lib/client/queries/annotation.ts';
import {
  DATASET_FORMATS,
  DATASET_SHAPES,
  datasetSplitSchema,
  type DatasetSpec,
} from '../../../lib/contracts/annotation/datasets.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { t } from './messages.ts';
import { pairSetsQuery } from './queries.ts';

interface SpecFormProps {
  readonly project: string;
  readonly spec: DatasetSpec;
  readonly onChange: (spec: DatasetSpec) => void;
}

/** What an export holds. */
export function SpecForm({ project, spec, onChange }: SpecFormProps): ReactNode {
  const set = (change: Partial<DatasetSpec>) => onChange({ ...spec, ...change });
  return (
    <div className="flex flex-col gap-3 text-sm">
      <Field label={t('training.shape')}>
        <Select
          label={t('training.shape')}
          value={spec.shape}
          options={DATASET_SHAPES.map((value) => ({ value, label: t(`training.${value}`) }))}
          onChange={(shape) => set({ shape, format: shape === 'labels' ? spec.format : 'jsonl' })}
        />
      </Field>
      <p className="text-text-2">{t(`training.${spec.shape}About`)}</p>
      {spec.shape === 'labels' ? (
        <Field label={t('training.format')}>
          <Segmented
            label={t('training.format')}
            value={spec.format}
            segments={DATASET_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(format) => set({ format })}
          />
        </Field>
      ) : null}
      <QueueFields project={project} spec={spec} set={set} />
      <Field label={t('training.settled')}>
        <Select
          label={t('training.settled')}
          value={spec.settled}
          options={[
            { value: 'all', label: t('training.settledAll') },
            { value: 'agreed', label: t('training.settledAgreed') },
            { value: 'decided', label: t('training.settledDecided') },
          ]}
          onChange={(settled) => set({ settled })}
        />
      </Field>
      <Checkbox
        label={t('training.verdictAgrees')}
        checked={spec.verdictAgrees}
        onChange={(verdictAgrees) => set({ verdictAgrees })}
      />
      <Checkbox
        label={t('training.cleanTasks')}
        checked={spec.cleanTasks}
        onChange={(cleanTasks) => set({ cleanTasks })}
      />
      <Checkbox
        label={t('training.revealed')}
        checked={spec.revealed}
        onChange={(revealed) => set({ revealed })}
      />
      <OfShape project={project} spec={spec} set={set} />
      <Field label={t('training.people')}>
        <Segmented
          label={t('training.people')}
          value={spec.people}
          segments={[
            { value: 'pseudonyms', label: t('training.pseudonyms') },
            { value: 'names', label: t('training.names') },
          ]}
          onChange={(people) => set({ people })}
        />
      </Field>
      <SplitFields spec={spec} set={set} />
      <LicenceField licence={spec.license} onChange={(license) => set({ license })} />
    </div>
  );
}

interface PartProps {
  readonly spec: DatasetSpec;
  readonly set: (change: Partial<DatasetSpec>) => void;
}

function OfShape({ project, spec, set }: PartProps & { readonly project: string }): ReactNode {
  switch (spec.shape) {
    case 'labels':
      return (
        <Checkbox
          label={t('training.versions')}
          checked={spec.versions}
          onChange={(versions) => set({ versions })}
        />
      );
    case 'prm':
      return (
        <Field label={t('training.neutral')}>
          <Segmented
            label={t('training.neutral')}
            value={spec.neutral}
            segments={[
              { value: 'right', label: t('training.right') },
              { value: 'wrong', label: t('training.wrong') },
            ]}
            onChange={(neutral) => set({ neutral })}
          />
        </Field>
      );
    case 'dpo':
      return (
        <>
          <PairSetFields project={project} spec={spec} set={set} />
          <Checkbox label={t('training.fixes')} checked={spec.fixes} onChange={(fixes) => set({ fixes })} />
          <Checkbox
            label={t('training.preferences')}
            checked={spec.preferences}
            onChange={(preferences) => set({ preferences })}
          />
        </>
      );
    case 'sft_openai':
    case 'sft_sharegpt':
      return null;
  }
}

/** The chosen ones alone; none chosen: all. */
function QueueFields({ project, spec, set }: PartProps & { readonly project: string }): ReactNode {
  const hint = useId();
  const queues = useQuery(queuesQuery(project));
  if (queues.data === undefined || queues.data.items.length === 0) return null;
  return (
    <fieldset className="flex max-h-48 flex-col gap-1 overflow-y-auto" aria-describedby={hint}>
      <legend className="font-medium">{t('training.queues')}</legend>
      {queues.data.items.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={spec.queues.includes(id)}
          onChange={(on) =>
            set({ queues: on ? [...spec.queues, id] : spec.queues.filter((each) => each !== id) })
          }
        />
      ))}
      <span id={hint} className="text-text-2 text-xs">
        {t('training.queuesHint')}
      </span>
    </fieldset>
  );
}

function PairSetFields({ project, spec, set }: PartProps & { readonly project: string }): ReactNode {
  const sets = useQuery(pairSetsQuery(project));
  if (sets.data === undefined) return null;
  if (sets.data.items.length === 0) return <p className="text-text-2">{t('training.noPairSets')}</p>;
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="font-medium">{t('training.pairSets')}</legend>
      {sets.data.items.map(({ id, name, counts }) => (
        <Checkbox
          key={id}
          label={`${name} (${String(counts.pairs)})`}
          checked={spec.pairSets.includes(id)}
          onChange={(on) =>
            set({ pairSets: on ? [...spec.pairSets, id] : spec.pairSets.filter((each) => each !== id) })
          }
        />
      ))}
    </fieldset>
  );
}

function SplitFields({ spec: { split }, set }: PartProps): ReactNode {
  return (
    <>
      <Checkbox
        label={t('training.splitByTask')}
        checked={split !== null}
        onChange={(on) => set({ split: on ? datasetSplitSchema.parse({}) : null })}
      />
      {split === null ? null : (
        <div className="grid grid-cols-2 gap-2">
          {(['train', 'validation', 'test', 'seed'] as const).map((part) => (
            <label key={part} className="flex flex-col gap-0.5">
              {t(`training.${part}`)}
              <Input
                type="number"
                min={0}
                max={part === 'seed' ? undefined : 1}
                step={part === 'seed' ? 1 : 0.05}
                value={split[part]}
                onChange={({ target }) => {
                  const value = target.valueAsNumber;
                  if (datasetSplitSchema.safeParse({ ...split, [part]: value }).success)
                    set({ split: { ...split, [part]: value } });
                }}
              />
            </label>
          ))}
        </div>
      )}
    </>
  );
}

function LicenceField({
  licence,
  onChange,
}: {
  readonly licence: string;
  readonly onChange: (licence: string) => void;
}): ReactNode {
  const hint = useId();
  return (
    <label className="flex flex-col gap-0.5">
      <span className="font-medium">{t('training.licence')}</span>
      <Input
        value={licence}
        maxLength={60}
        aria-describedby={hint}
        onChange={({ target }) => onChange(target.value.toLowerCase().replaceAll(/[^a-z0-9.\-+]/g, ''))}
      />
      <span id={hint} className="text-text-2 text-xs">
        {t('training.licenceHint')}
      </span>
    </label>
  );
}

function Field({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="flex flex-col items-start gap-0.5">
      <span className="font-medium" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}
