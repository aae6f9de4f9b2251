'use client';

import type { ReactNode } from 'react';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import {
  type LabelField,
  type LabelSchemaDoc,
  SEVERITIES,
} from '../../../lib/contracts/annotation/label-schema.ts';
import { cx } from '../../ui/cx.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { t } from './messages.ts';

interface LabelFormPreviewProps {
  readonly schema: LabelSchemaDoc;
  readonly doc: LabelDoc;
  readonly onChange: (doc: LabelDoc) => void;
}

/** The questions of a schema, to be answered without a run beside them: to try the schema, and to type a gold label. */
export function LabelFormPreview({ schema, doc, onChange }: LabelFormPreviewProps): ReactNode {
  const set = (to: Partial<LabelDoc>) => onChange({ ...doc, ...to });
  return (
    <div className="flex flex-col gap-3 text-sm">
      <Part title={t('labelSchema.form.outcome')} note={t('labelSchema.form.required')}>
        <div
          role="radiogroup"
          aria-label={t('labelSchema.form.outcome')}
          className="grid grid-cols-2 gap-1.5"
        >
          {schema.outcomes.map(({ value, label }, at) => (
            <button
              key={at}
              type="button"
              role="radio"
              aria-checked={doc.outcome === value}
              onClick={() => set({ outcome: doc.outcome === value ? null : value })}
              className={cx(
                'flex min-w-0 items-center gap-1.5 rounded-1 border px-2 py-1 text-left',
                doc.outcome === value
                  ? 'border-accent bg-accent-soft font-medium'
                  : 'border-line-control bg-surface hover:bg-surface-2',
              )}
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{label === '' ? value : label}</span>
              <Kbd>{String(at + 1)}</Kbd>
            </button>
          ))}
        </div>
      </Part>
      {schema.steps === 'off' ? null : (
        <p className="text-text-2">
          {t(`labelSchema.form.steps.${schema.steps}`)} <Kbd>a</Kbd> −1 <Kbd>d</Kbd> 0 <Kbd>f</Kbd> +1
        </p>
      )}
      {schema.firstError ? (
        <Part title={t('labelSchema.form.firstError')}>
          <Input
            type="number"
            min={1}
            aria-label={t('labelSchema.form.firstError')}
            className="w-28"
            value={doc.firstError === null || doc.firstError === 'none' ? '' : doc.firstError.seq}
            onChange={({ target: { value } }) =>
              set({
                firstError: /^\d{1,6}$/.test(value) ? { seq: Number(value), proposed: false } : null,
              })
            }
          />
        </Part>
      ) : null}
      {schema.confidence.length === 0 ? null : (
        <Part title={t('labelSchema.confidence.title')}>
          <Segmented
            fill
            label={t('labelSchema.confidence.title')}
            value={doc.confidence}
            segments={schema.confidence}
            onChange={(confidence) => set({ confidence })}
          />
        </Part>
      )}
      {schema.tags.length === 0 ? null : <TagPart schema={schema} doc={doc} onChange={set} />}
      {schema.rationale === 'off' ? null : (
        <Part title={t('labelSchema.rationale')} note={t(`labelSchema.asked.${schema.rationale}`)}>
          <Textarea
            rows={3}
            aria-label={t('labelSchema.rationale')}
            value={doc.rationale}
            maxLength={20_000}
            onChange={(event) => set({ rationale: event.target.value })}
          />
        </Part>
      )}
      {schema.fields.map((field, at) => (
        <Part key={at} title={field.label} {...(field.required && { note: t('labelSchema.form.required') })}>
          {field.help === '' ? null : <p className="text-text-2 text-xs">{field.help}</p>}
          <FieldPart
            field={field}
            value={doc.fields[field.id] ?? null}
            onChange={(value) => set({ fields: { ...doc.fields, [field.id]: value } })}
          />
        </Part>
      ))}
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}

function Part({ title, note, children }: PartProps): ReactNode {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-semibold">
        {title} {note === undefined ? null : <span className="font-normal text-text-2 text-xs">{note}</span>}
      </h3>
      {children}
    </div>
  );
}

interface TagPartProps {
  readonly schema: LabelSchemaDoc;
  readonly doc: LabelDoc;
  readonly onChange: (to: Partial<LabelDoc>) => void;
}

function TagPart({ schema, doc, onChange }: TagPartProps): ReactNode {
  const chosen = doc.tags.flatMap((given) => {
    const tag = schema.tags.find(({ value }) => value === given.value);
    return tag?.severity === null || tag === undefined ? [] : [{ ...given, label: tag.label }];
  });
  return (
    <Part
      title={t('labelSchema.tags.title')}
      {...(schema.firstTagIsCause && { note: t('labelSchema.form.cause') })}
    >
      <div className="flex flex-wrap gap-1.5">
        {schema.tags.map(({ value, label, key, severity }, at) => {
          const on = doc.tags.some((tag) => tag.value === value);
          return (
            <button
              key={at}
              type="button"
              aria-pressed={on}
              onClick={() =>
                onChange({
                  tags: on
                    ? doc.tags.filter((tag) => tag.value !== value)
                    : [...doc.tags, { value, severity }],
                })
              }
              className={cx(
                'flex items-center gap-1.5 rounded-[12px] border px-2 py-0.5',
                on ? 'border-accent bg-accent-soft font-medium' : 'border-line-control bg-surface',
              )}
            >
              <Kbd>{key}</Kbd>
              {label === '' ? value : label}
            </button>
          );
        })}
      </div>
      {chosen.map(({ value, label, severity }) => (
        <span key={value} className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate">{label}</span>
          <Select
            className="w-36"
            label={t('labelSchema.severityOf', { name: label })}
            value={severity}
            options={SEVERITIES.map((each) => ({ value: each, label: t(`labelSchema.severities.${each}`) }))}
            onChange={(to) =>
              onChange({
                tags: doc.tags.map((tag) => (tag.value === value ? { ...tag, severity: to } : tag)),
              })
            }
          />
        </span>
      ))}
    </Part>
  );
}

interface FieldPartProps {
  readonly field: LabelField;
  readonly value: LabelDoc['fields'][string];
  readonly onChange: (value: LabelDoc['fields'][string]) => void;
}

function FieldPart({ field, value, onChange }: FieldPartProps): ReactNode {
  switch (field.kind) {
    case 'text':
      return field.multiline ? (
        <Textarea
          rows={2}
          aria-label={field.label}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Input
          aria-label={field.label}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'number':
      return (
        <Input
          type="number"
          step={field.integer ? 1 : 'any'}
          min={field.min ?? undefined}
          max={field.max ?? undefined}
          className="w-32"
          aria-label={field.label}
          value={typeof value === 'number' ? value : ''}
          onChange={({ target: { value: text } }) => onChange(text === '' ? null : Number(text))}
        />
      );
    case 'choice':
      return (
        <Select
          label={field.label}
          value={typeof value === 'string' ? value : null}
          options={field.options}
          onChange={onChange}
        />
      );
    case 'multi': {
      const chosen = Array.isArray(value) ? value : [];
      return (
        <div role="group" aria-label={field.label} className="flex flex-wrap gap-x-3">
          {field.options.map((option, at) => (
            <Checkbox
              key={at}
              checked={chosen.includes(option.value)}
              onChange={(on) =>
                onChange(on ? [...chosen, option.value] : chosen.filter((each) => each !== option.value))
              }
              label={option.label}
            />
          ))}
        </div>
      );
    }
  }
}
