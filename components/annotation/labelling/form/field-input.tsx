'use client';

import { type ReactNode, useId, useState } from 'react';
import type { LabelField } from '../../../../lib/contracts/annotation/label-schema.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FieldError, Input, Textarea } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { t } from '../aside-messages.ts';
import type { FieldValue } from '../model/acts.ts';
import { useItem, useLabel } from '../use-item.ts';
import { RowHead } from './row-head.tsx';

interface FieldInputProps {
  readonly field: LabelField;
  readonly onChange: (value: FieldValue, typed: boolean) => void;
}

/** A question of the project's own. */
export function FieldInput({ field, onChange }: FieldInputProps): ReactNode {
  const { view } = useItem();
  const id = useId();
  return (
    <section data-form-row={`field:${field.id}`} onFocus={() => view.setState({ section: field.section })}>
      <RowHead id={id} row={`field:${field.id}`} note={field.required ? t('labelling.required') : undefined}>
        {field.label}
      </RowHead>
      {field.help === '' ? null : (
        <p id={`${id}-help`} className="mb-1 text-text-2 text-xs">
          {field.help}
        </p>
      )}
      <FieldControl field={field} labelledBy={id} onChange={onChange} />
    </section>
  );
}

function FieldControl({
  field,
  labelledBy,
  onChange,
}: FieldInputProps & { readonly labelledBy: string }): ReactNode {
  const value = useLabel((doc) => doc.fields[field.id] ?? null);
  const named = { 'aria-labelledby': labelledBy };
  switch (field.kind) {
    case 'text': {
      const props = {
        ...named,
        value: typeof value === 'string' ? value : '',
        onChange: (event: { target: { value: string } }) =>
          onChange(event.target.value === '' ? null : event.target.value, true),
      };
      return field.multiline ? <Textarea {...props} rows={3} /> : <Input {...props} />;
    }
    case 'number':
      return (
        <NumberInput
          field={field}
          value={typeof value === 'number' ? value : null}
          labelledBy={labelledBy}
          onChange={(next) => onChange(next, true)}
        />
      );
    case 'choice':
      return (
        <Select
          label={field.label}
          value={typeof value === 'string' ? value : ''}
          options={[
            { value: '', label: t('labellingAside.choose') },
            ...field.options.map((option) => ({ value: option.value, label: option.label })),
          ]}
          onChange={(next) => onChange(next === '' ? null : next, false)}
        />
      );
    case 'multi': {
      const chosen = Array.isArray(value) ? value : [];
      return (
        <div role="group" {...named} className="flex flex-wrap gap-x-3">
          {field.options.map((option) => (
            <Checkbox
              key={option.value}
              label={option.label}
              checked={chosen.includes(option.value)}
              onChange={(checked) => {
                const next = field.options
                  .map((one) => one.value)
                  .filter((one) => (one === option.value ? checked : chosen.includes(one)));
                onChange(next.length === 0 ? null : next, false);
              }}
            />
          ))}
        </div>
      );
    }
  }
}

interface NumberInputProps {
  readonly field: Extract<LabelField, { kind: 'number' }>;
  readonly value: number | null;
  readonly labelledBy: string;
  readonly onChange: (value: number | null) => void;
}

/** What is typed is kept as it is typed; the label has its number, where it is one. */
function NumberInput({ field, value, labelledBy, onChange }: NumberInputProps): ReactNode {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed !== null && read(typed, field) === value ? typed : (value?.toString() ?? typed ?? '');
  const wrong = text.trim() !== '' && read(text, field) === null;
  return (
    <>
      <Input
        aria-labelledby={labelledBy}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? id : undefined}
        inputMode={field.integer ? 'numeric' : 'decimal'}
        value={text}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(read(event.target.value, field));
        }}
      />
      {wrong ? (
        <FieldError id={id}>
          {t('labellingAside.numberWrong')}
          {field.min === null ? '' : ` ≥ ${String(field.min)}`}
          {field.max === null ? '' : ` ≤ ${String(field.max)}`}
        </FieldError>
      ) : null}
    </>
  );
}

function read(text: string, { min, max, integer }: NumberInputProps['field']): number | null {
  if (text.trim() === '') return null;
  const value = Number(text);
  const allowed =
    Number.isFinite(value) &&
    (!integer || Number.isSafeInteger(value)) &&
    (min === null || value >= min) &&
    (max === null || value <= max);
  return allowed ? value : null;
}
