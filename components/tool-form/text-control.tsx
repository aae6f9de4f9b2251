'use client';

import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { ABSENT, type Draft, type Field } from '../../lib/schema-form/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Input, Textarea } from '../ui/input.tsx';
import type { ControlProps } from './field-control.tsx';

const LONG_TEXT = 60;

/** Typing sets a value; Backspace in an empty text field takes it back to "not sent". */
export function TextControl({ id, field, draft, invalid, describedBy, onChange }: ControlProps): ReactNode {
  const text = draft.state === 'value' ? draft.text : '';

  function change(next: string): void {
    // An empty number or JSON text is nothing; an empty string is a value.
    onChange(next === '' && field.kind !== 'string' ? ABSENT : { state: 'value', text: next });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'Backspace' || text !== '' || draft.state === 'absent' || event.nativeEvent.isComposing)
      return;
    event.preventDefault();
    onChange(ABSENT);
  }

  const shared = {
    id,
    value: text,
    placeholder: placeholderOf(field, draft),
    spellCheck: false,
    'aria-invalid': invalid,
    'aria-required': field.required,
    'aria-describedby': describedBy,
    onKeyDown,
    className: 'font-mono flex-1',
  };
  return (
    <div className="flex min-w-0 items-start gap-1">
      {isLong(field, text) ? (
        <Textarea
          {...shared}
          rows={Math.min(8, Math.max(field.kind === 'json' ? 3 : 2, text.split('\n').length))}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <Input
          {...shared}
          inputMode={field.kind === 'string' ? 'text' : 'decimal'}
          onChange={(event) => change(event.target.value)}
        />
      )}
      {field.nullable && draft.state !== 'null' ? (
        <Button
          variant="ghost"
          className="px-1.5 font-mono"
          aria-label={t('form.sendNull', { name: field.name })}
          title={t('form.sendNull', { name: field.name })}
          onClick={() => onChange({ state: 'null' })}
        >
          {t('form.null')}
        </Button>
      ) : null}
      {draft.state === 'absent' || field.required ? null : (
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('form.clear', { name: field.name })}
          title={t('form.clear', { name: field.name })}
          onClick={() => onChange(ABSENT)}
        >
          <Icon name="close" className="size-3.5" />
        </Button>
      )}
    </div>
  );
}

function isLong(field: Field, text: string): boolean {
  return (
    field.kind === 'json' || (field.kind === 'string' && (text.length > LONG_TEXT || text.includes('\n')))
  );
}

function placeholderOf(field: Field, draft: Draft): string {
  switch (draft.state) {
    case 'null':
      return t('form.null');
    case 'value':
      return t('form.emptyString');
    case 'absent':
      if (field.example !== null) return t('form.example', { example: field.example });
      return field.required ? '' : t('form.notSent');
  }
}
