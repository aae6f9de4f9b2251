import type { ReactNode } from 'react';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { LabelField, LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { BlindStep } from '../../../lib/contracts/annotation/labelling.ts';
import type { LabelRow } from '../../../lib/domain/adjudication/index.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Input } from '../../ui/input.tsx';
import { Select, type SelectOption } from '../../ui/select.tsx';
import { t } from './messages.ts';
import { markText, preferenceLabel, rowName } from './row-words.ts';

interface OwnValueProps {
  readonly row: LabelRow;
  readonly own: LabelDoc;
  readonly schema: LabelSchemaDoc;
  readonly steps: readonly BlindStep[];
  readonly onChange: (own: LabelDoc) => void;
}

/** The adjudicator's own word on a row. */
export function OwnValue({ row, own, schema, steps, onChange }: OwnValueProps): ReactNode {
  const label = t('adjudication.ownValue', { row: rowName(row.id, schema) });
  const pick = (
    value: string | null,
    options: readonly SelectOption<string>[],
    set: (value: string) => void,
  ) => (
    <Select
      size="sm"
      label={label}
      value={value}
      options={options}
      placeholder={t('adjudication.choose')}
      onChange={set}
    />
  );
  switch (row.kind) {
    case 'outcome':
      return pick(own.outcome, schema.outcomes, (outcome) => onChange({ ...own, outcome }));
    case 'preference': {
      const options = (['a', 'b', 'tie'] as const).map((value) => ({ value, label: preferenceLabel(value) }));
      return (
        <Select
          size="sm"
          label={label}
          value={own.preference}
          options={options}
          placeholder={t('adjudication.choose')}
          onChange={(preference) => onChange({ ...own, preference })}
        />
      );
    }
    case 'firstError': {
      const options = [
        { value: 'none', label: t('adjudication.none') },
        ...steps.map(({ seq, toolName, kind }) => ({
          value: String(seq),
          label: t('adjudication.step', { seq }),
          detail: toolName ?? kind,
        })),
      ];
      const value =
        own.firstError === null || own.firstError === 'none' ? own.firstError : String(own.firstError.seq);
      return pick(value, options, (chosen) =>
        onChange({
          ...own,
          firstError: chosen === 'none' ? 'none' : { seq: Number(chosen), proposed: false },
        }),
      );
    }
    case 'step': {
      const options = (['-1', '0', '1'] as const).map((value) => ({ value, label: markText(MARKS[value]) }));
      const mark = own.steps[String(row.seq)];
      return (
        <Select
          size="sm"
          label={label}
          value={mark === undefined ? null : (`${mark.value}` as const)}
          options={options}
          placeholder={t('adjudication.choose')}
          onChange={(value) =>
            onChange({
              ...own,
              steps: { ...own.steps, [String(row.seq)]: { value: MARKS[value], by: 'own' } },
            })
          }
        />
      );
    }
    case 'tags':
      return <OwnTags own={own} schema={schema} label={label} onChange={onChange} />;
    case 'field': {
      const field = schema.fields.find(({ id }) => id === row.field);
      return field === undefined ? null : (
        <OwnField field={field} own={own} label={label} onChange={onChange} />
      );
    }
  }
}

const MARKS = { '-1': -1, '0': 0, '1': 1 } as const;

interface PartProps {
  readonly own: LabelDoc;
  readonly label: string;
  readonly onChange: (own: LabelDoc) => void;
}

function OwnTags({
  own,
  schema,
  label,
  onChange,
}: PartProps & { readonly schema: LabelSchemaDoc }): ReactNode {
  return (
    <fieldset aria-label={label} className="flex flex-col gap-0.5">
      {schema.tags.map(({ value, label: name, severity }) => {
        const on = own.tags.some((tag) => tag.value === value);
        return (
          <Checkbox
            key={value}
            label={name}
            checked={on}
            onChange={() =>
              onChange({
                ...own,
                tags: on ? own.tags.filter((tag) => tag.value !== value) : [...own.tags, { value, severity }],
              })
            }
          />
        );
      })}
    </fieldset>
  );
}

function OwnField({ field, own, label, onChange }: PartProps & { readonly field: LabelField }): ReactNode {
  const set = (value: LabelDoc['fields'][string]) =>
    onChange({ ...own, fields: { ...own.fields, [field.id]: value } });
  const value = own.fields[field.id] ?? null;
  switch (field.kind) {
    case 'text':
      return null;
    case 'number':
      return (
        <Input
          type="number"
          aria-label={label}
          className="w-24"
          value={typeof value === 'number' ? value : ''}
          onChange={(event) => set(event.target.value === '' ? null : event.target.valueAsNumber)}
        />
      );
    case 'choice':
      return (
        <Select
          size="sm"
          label={label}
          value={typeof value === 'string' ? value : null}
          options={field.options}
          placeholder={t('adjudication.choose')}
          onChange={set}
        />
      );
    case 'multi': {
      const chosen = Array.isArray(value) ? value : [];
      return (
        <fieldset aria-label={label} className="flex flex-col gap-0.5">
          {field.options.map((option) => {
            const on = chosen.includes(option.value);
            return (
              <Checkbox
                key={option.value}
                label={option.label}
                checked={on}
                onChange={() =>
                  set(on ? chosen.filter((each) => each !== option.value) : [...chosen, option.value])
                }
              />
            );
          })}
        </fieldset>
      );
    }
  }
}
