'use client';

import { lazy, type ReactNode, Suspense } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { ABSENT, type Draft, type Field } from '../../lib/schema-form/index.ts';
import { Segmented } from '../ui/segmented.tsx';
import type { SelectOption } from '../ui/select.tsx';
import { TextControl } from './text-control.tsx';

/** A popup and its positioning: loaded where a form has such a field. */
const Select = lazy(async () => ({ default: (await import('../ui/select.tsx')).Select }));

export interface ControlProps {
  readonly id: string;
  readonly field: Field;
  readonly draft: Draft;
  readonly invalid: boolean;
  readonly describedBy: string;
  readonly onChange: (draft: Draft) => void;
}

/** Fewer choices than this stand side by side. */
const SEGMENT_LIMIT = 4;

const ABSENT_VALUE = ':absent';
const NULL_VALUE = ':null';

export function FieldControl(props: ControlProps): ReactNode {
  switch (props.field.kind) {
    case 'string':
    case 'number':
    case 'integer':
    case 'json':
      return <TextControl {...props} />;
    case 'boolean':
      return <ChoiceControl {...props} options={['true', 'false']} />;
    case 'enum':
      return <ChoiceControl {...props} options={props.field.options} />;
  }
}

function ChoiceControl(props: ControlProps & { readonly options: readonly string[] }): ReactNode {
  const { field, draft, options } = props;
  const choices: readonly SelectOption<string>[] = [
    ...(field.required ? [] : [{ value: ABSENT_VALUE, label: t('form.notSent') }]),
    ...(field.nullable ? [{ value: NULL_VALUE, label: t('form.null') }] : []),
    ...options.map((json) => ({ value: json, label: optionLabel(json) })),
  ];
  const shared = {
    id: props.id,
    label: field.name,
    value: chosen(field, draft),
    invalid: props.invalid,
    required: field.required,
    describedBy: props.describedBy,
    onChange: (value: string) => props.onChange(toDraft(value)),
  };
  return field.kind === 'boolean' && choices.length <= SEGMENT_LIMIT ? (
    <Segmented {...shared} segments={choices} />
  ) : (
    <Suspense fallback={<div className="h-control" />}>
      <Select {...shared} options={choices} placeholder={t('form.choose')} />
    </Suspense>
  );
}

function chosen(field: Field, draft: Draft): string | null {
  switch (draft.state) {
    case 'absent':
      return field.required ? null : ABSENT_VALUE;
    case 'null':
      return NULL_VALUE;
    case 'value':
      return draft.text;
  }
}

function toDraft(value: string): Draft {
  if (value === ABSENT_VALUE) return ABSENT;
  return value === NULL_VALUE ? { state: 'null' } : { state: 'value', text: value };
}

/** Strings stand without quotes, except where that could be taken for something else. */
function optionLabel(json: string): string {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'string' || value.trim() !== value || value === '') return json;
  return /^(true|false|null|-?\d.*)$/.test(value) ? json : value;
}
