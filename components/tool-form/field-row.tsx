'use client';

import type { ReactNode } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import type { Draft, Field, FieldError } from '../../lib/schema-form/index.ts';
import { cx } from '../ui/cx.ts';
import { errorText } from './error-text.ts';
import { FieldControl } from './field-control.tsx';

interface FieldRowProps {
  readonly id: string;
  readonly field: Field;
  readonly draft: Draft;
  readonly error: FieldError | undefined;
  readonly onChange: (draft: Draft) => void;
}

export function FieldRow({ id, field, draft, error, onChange }: FieldRowProps): ReactNode {
  const hint = hintOf(field);
  return (
    <div className="grid grid-cols-1 items-start gap-x-2 gap-y-1 py-1.5 md:grid-cols-[148px_minmax(0,1fr)] md:py-1">
      <div className="min-w-0 font-mono text-sm leading-[14px] wrap-anywhere">
        <label htmlFor={id}>
          {field.name}
          {field.required ? (
            <span aria-hidden="true" className="font-semibold text-err">
              *
            </span>
          ) : null}
        </label>
        <small id={`${id}-type`} className="block font-sans text-text-3 text-xs leading-[14px]">
          {field.typeLabel}
        </small>
      </div>
      <div className="min-w-0">
        <FieldControl
          id={id}
          field={field}
          draft={draft}
          invalid={error !== undefined}
          describedBy={cx(`${id}-type ${id}-hint`, error !== undefined && `${id}-error`)}
          onChange={onChange}
        />
        {error === undefined ? null : (
          <p id={`${id}-error`} className="mt-0.5 text-err text-xs wrap-anywhere">
            <span aria-hidden="true">✕ </span>
            {errorText(error)}
          </p>
        )}
        <p id={`${id}-hint`} className="mt-0.5 text-text-2 text-xs wrap-anywhere empty:hidden">
          {hint}
        </p>
      </div>
    </div>
  );
}

function hintOf(field: Field): string {
  const parts = [field.description];
  if (field.shape !== null) parts.push(t('form.shape', { shape: field.shape }));
  if (field.defaultJson !== null) parts.push(t('form.default', { value: field.defaultJson }));
  const { minimum, maximum } = field.limits;
  if (minimum !== undefined) parts.push(t('form.from', { min: minimum }));
  if (maximum !== undefined) parts.push(t('form.to', { max: maximum }));
  return parts.filter(Boolean).join(' · ');
}
