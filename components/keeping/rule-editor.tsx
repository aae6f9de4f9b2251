'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { formatNumber, formatSize } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { keepingKeys } from '../../lib/client/queries/keeping.ts';
import { keepingRuleSchema, type ExperimentBytes, type KeepingRule } from '../../lib/contracts/keeping.ts';
import { keepingRoutes } from '../../lib/contracts/rest-keeping.ts';
import { Button } from '../ui/button.tsx';
import { FieldError, Input } from '../ui/input.tsx';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';

const MB = 1024 * 1024;
type States = 'as_recorded' | 'full' | 'final' | 'calls';
const STATES: readonly States[] = ['as_recorded', 'full', 'final', 'calls'];

interface Draft {
  readonly days: string;
  readonly newest: string;
  readonly megabytes: string;
  readonly states: States;
}

/** Changes the rule of an experiment; says first what it would take. */
export function RuleEditor({
  item,
  onDone,
}: {
  readonly item: ExperimentBytes;
  readonly onDone: () => void;
}): ReactNode {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(item.rule));
  const read = readRule(item.experiment, draft);
  const rule = 'rule' in read ? read.rule : undefined;
  const wrong = 'wrong' in read ? read.wrong : {};
  const tried = useMutation({
    mutationFn: (body: KeepingRule) => callApi(keepingRoutes.tryKeeping, { body }),
  });
  const saved = useMutation({
    mutationFn: (body: KeepingRule) => callApi(keepingRoutes.setKeeping, { body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keepingKeys.all });
      onDone();
    },
  });
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    tried.reset();
    saved.reset();
  };
  const error = tried.error ?? saved.error;
  return (
    <form
      className="mt-2 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (rule !== undefined) tried.mutate(rule);
      }}
    >
      <div className="grid gap-2 sm:grid-cols-2">
        <NumberField
          label={t('keeping.days')}
          value={draft.days}
          error={wrong.days}
          onChange={(days) => change({ days })}
        />
        <NumberField
          label={t('keeping.newest')}
          value={draft.newest}
          error={wrong.newest}
          onChange={(newest) => change({ newest })}
        />
        <NumberField
          label={t('keeping.megabytes')}
          value={draft.megabytes}
          error={wrong.megabytes}
          onChange={(megabytes) => change({ megabytes })}
        />
        <div className="flex flex-col gap-1">
          <span aria-hidden="true" className="text-sm text-text-2">
            {t('keeping.statesLabel')}
          </span>
          <Select
            label={t('keeping.statesLabel')}
            value={draft.states}
            options={STATES.map((value) => ({ value, label: t(`keeping.states.${value}`) }))}
            onChange={(states) => change({ states })}
          />
        </div>
      </div>
      {error === null ? null : (
        <Notice tone="err" role="alert" title={t('keeping.notDone')}>
          {error.message}
        </Notice>
      )}
      <p role="status" className="text-sm">
        {tried.data === undefined
          ? null
          : t('keeping.would', {
              deleted: tried.data.deleted,
              size: formatSize(tried.data.bytes),
              reduced: formatNumber(tried.data.reduced),
              kept: formatNumber(tried.data.kept),
            })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={rule === undefined} busy={tried.isPending}>
          {t('keeping.try')}
        </Button>
        <Button
          type="button"
          variant="primary"
          disabled={rule === undefined || tried.data === undefined}
          busy={saved.isPending}
          onClick={() => {
            if (rule !== undefined) saved.mutate(rule);
          }}
        >
          {t('keeping.save')}
        </Button>
        <Button type="button" variant="ghost" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}

function NumberField({
  label,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-text-2">
        {label}
      </label>
      <Input
        id={id}
        inputMode="decimal"
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
      {error === undefined ? null : <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

function draftOf(rule: KeepingRule | null): Draft {
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(value);
  const bytes = rule?.bytes ?? null;
  return {
    days: text(rule?.days),
    newest: text(rule?.newest),
    megabytes: text(bytes === null ? null : bytes / MB),
    states: rule?.states ?? 'as_recorded',
  };
}

type Wrong = Partial<Record<'days' | 'newest' | 'megabytes', string>>;

/** The rule, or what is wrong with which field. */
function readRule(
  experiment: string | null,
  draft: Draft,
): { readonly rule: KeepingRule } | { readonly wrong: Wrong } {
  const rule: KeepingRule = {
    experiment,
    states: draft.states === 'as_recorded' ? null : draft.states,
    days: numberOf(draft.days),
    newest: numberOf(draft.newest),
    bytes: bytesOf(numberOf(draft.megabytes)),
  };
  const parsed = keepingRuleSchema.safeParse(rule);
  if (parsed.success) return { rule };
  const places = new Set(parsed.error.issues.map(({ path }) => path[0]));
  return {
    wrong: {
      ...(places.has('days') && { days: t('keeping.badDays') }),
      ...(places.has('newest') && { newest: t('keeping.badNewest') }),
      ...(places.has('bytes') && { megabytes: t('keeping.badMegabytes') }),
    },
  };
}

/** Null where nothing stands there, NaN where it is no number. */
function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

function bytesOf(megabytes: number | null): number | null {
  return megabytes === null ? null : Math.round(megabytes * MB);
}
