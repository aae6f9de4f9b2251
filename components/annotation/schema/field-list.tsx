'use client';

import type { ReactNode } from 'react';
import type { LabelField } from '../../../lib/contracts/annotation/label-schema.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Input } from '../../ui/input.tsx';
import { freeName, ListEditor } from './list-editor.tsx';
import { t } from './messages.ts';
import { ChoicePart, NamePart, SectionPart, TextPart } from './parts.tsx';

interface FieldListProps {
  readonly fields: readonly LabelField[];
  readonly onChange: (fields: LabelField[]) => void;
}

export const FIELD_KINDS = ['text', 'number', 'choice', 'multi'] as const;

/** Questions of the project's own. */
export function FieldList({ fields, onChange }: FieldListProps): ReactNode {
  return (
    <ListEditor
      title={t('labelSchema.fields.title')}
      hint={t('labelSchema.fields.hint')}
      items={fields}
      most={20}
      nameOf={({ label }) => label}
      make={() =>
        asKind('text', {
          id: freeName(
            'field',
            fields.map(({ id }) => id),
          ),
          label: '',
          help: '',
          required: false,
          section: null,
        })
      }
      addWord={t('labelSchema.fields.add')}
      onChange={onChange}
    >
      {(field, change, at) => {
        const path = `fields.${String(at)}`;
        return (
          <>
            <ChoicePart
              label={t('labelSchema.fields.kind')}
              value={field.kind}
              options={FIELD_KINDS.map((value) => ({ value, label: t(`labelSchema.fields.kinds.${value}`) }))}
              onChange={(kind) => change(asKind(kind, field))}
            />
            <TextPart
              label={t('labelSchema.label')}
              path={`${path}.label`}
              value={field.label}
              onChange={(label) => change({ ...field, label })}
            />
            <NamePart path={`${path}.id`} value={field.id} onChange={(id) => change({ ...field, id })} />
            <SectionPart
              path={`${path}.section`}
              value={field.section}
              onChange={(section) => change({ ...field, section })}
            />
            <TextPart
              label={t('labelSchema.fields.help')}
              path={`${path}.help`}
              value={field.help}
              most={2_000}
              className="basis-full"
              onChange={(help) => change({ ...field, help })}
            />
            <Checkbox
              checked={field.required}
              onChange={(required) => change({ ...field, required })}
              label={t('labelSchema.fields.required')}
            />
            <OwnParts field={field} path={path} onChange={change} />
          </>
        );
      }}
    </ListEditor>
  );
}

interface OwnPartsProps {
  readonly field: LabelField;
  readonly path: string;
  readonly onChange: (field: LabelField) => void;
}

function OwnParts({ field, path, onChange }: OwnPartsProps): ReactNode {
  switch (field.kind) {
    case 'text':
      return (
        <Checkbox
          checked={field.multiline}
          onChange={(multiline) => onChange({ ...field, multiline })}
          label={t('labelSchema.fields.multiline')}
        />
      );
    case 'number':
      return (
        <>
          {(['min', 'max'] as const).map((bound) => (
            <label key={bound} className="flex items-center gap-1.5 text-sm">
              {t(`labelSchema.fields.${bound}`)}
              <Input
                type="number"
                step="any"
                className="w-24"
                value={field[bound] ?? ''}
                onChange={({ target: { value } }) =>
                  onChange({ ...field, [bound]: value === '' ? null : Number(value) })
                }
              />
            </label>
          ))}
          <Checkbox
            checked={field.integer}
            onChange={(integer) => onChange({ ...field, integer })}
            label={t('labelSchema.fields.integer')}
          />
        </>
      );
    case 'choice':
    case 'multi':
      return (
        <div className="basis-full pl-3">
          <ListEditor
            title={t('labelSchema.fields.options')}
            items={field.options}
            most={40}
            nameOf={({ label }) => label}
            make={() => ({
              value: freeName(
                'option',
                field.options.map(({ value }) => value),
              ),
              label: '',
            })}
            addWord={t('labelSchema.fields.addOption')}
            onChange={(options) => onChange({ ...field, options })}
          >
            {(option, change, at) => (
              <>
                <TextPart
                  label={t('labelSchema.label')}
                  path={`${path}.options.${String(at)}.label`}
                  value={option.label}
                  onChange={(label) => change({ ...option, label })}
                />
                <NamePart
                  path={`${path}.options.${String(at)}.value`}
                  value={option.value}
                  onChange={(value) => change({ ...option, value })}
                />
              </>
            )}
          </ListEditor>
        </div>
      );
  }
}

type Common = Pick<LabelField, 'id' | 'label' | 'help' | 'required' | 'section'>;

/** The same question of another kind; choices stay among kinds that have them. */
function asKind(kind: LabelField['kind'], from: Common | LabelField): LabelField {
  const { id, label, help, required, section } = from;
  const common = { id, label, help, required, section };
  switch (kind) {
    case 'text':
      return { kind, ...common, multiline: false };
    case 'number':
      return { kind, ...common, min: null, max: null, integer: false };
    case 'choice':
    case 'multi':
      return {
        kind,
        ...common,
        options:
          'options' in from ? from.options : [{ value: 'option_1', label: t('labelSchema.fields.option') }],
      };
  }
}
