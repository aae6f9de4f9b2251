'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { Button } from '../ui/button.tsx';
import { Textarea } from '../ui/input.tsx';
import { errorText } from './form-context.ts';
import type { JsonReading } from './json-side.ts';

interface JsonEditorProps {
  readonly id: string;
  readonly text: string;
  readonly reading: JsonReading;
  /** The text is not what the form made of it. */
  readonly changed: boolean;
  readonly onChange: (text: string) => void;
  readonly onDiscard: () => void;
}

const MAX_SHOWN = 20;

/** The arguments as JSON text: kept as typed, never written again. */
export function JsonEditor({ id, text, reading, changed, onChange, onDiscard }: JsonEditorProps): ReactNode {
  const broken = reading.kind !== 'arguments';
  return (
    <div className="py-2">
      <label htmlFor={id} className="mb-1 block text-text-2 text-xs">
        {t('form.json.label')}
      </label>
      <Textarea
        id={id}
        value={text}
        spellCheck={false}
        rows={Math.min(24, Math.max(8, text.split('\n').length + 1))}
        aria-invalid={broken}
        aria-describedby={`${id}-says`}
        onChange={(event) => onChange(event.target.value)}
        className="resize-y font-mono leading-[18px]"
      />
      <div id={`${id}-says`} aria-live="polite" className="mt-1 text-xs leading-4">
        <Says reading={reading} />
      </div>
      {changed ? (
        <Button variant="ghost" size="sm" className="mt-1" onClick={onDiscard}>
          {t('form.json.discard')}
        </Button>
      ) : null}
    </div>
  );
}

function Says({ reading }: { readonly reading: JsonReading }): ReactNode {
  switch (reading.kind) {
    case 'broken': {
      const { line, column, message } = reading.error;
      return (
        <p className="text-err wrap-anywhere">
          <span aria-hidden="true">✕ </span>
          {t('form.json.broken', { line, column, message })}
        </p>
      );
    }
    case 'no_object':
      return (
        <p className="text-err">
          <span aria-hidden="true">✕ </span>
          {t('form.json.noObject')}
        </p>
      );
    case 'arguments': {
      const { violations } = reading;
      if (violations.length === 0) {
        return (
          <p className="text-ok">
            <span aria-hidden="true">✓ </span>
            {t('form.json.fits')}
          </p>
        );
      }
      return (
        <>
          <p className="text-warn">
            <span aria-hidden="true">! </span>
            {t('form.json.breaks', { count: violations.length })}
          </p>
          <ul className="mt-0.5 text-text-2">
            {violations.slice(0, MAX_SHOWN).map(({ path, error }, index) => (
              <li key={index} className="wrap-anywhere">
                <span className="font-mono">{pathText(path)}</span> {errorText(error)}
              </li>
            ))}
          </ul>
          {violations.length > MAX_SHOWN ? (
            <p>{t('form.json.more', { count: violations.length - MAX_SHOWN })}</p>
          ) : null}
        </>
      );
    }
  }
}

function pathText(path: readonly (string | number)[]): string {
  if (path.length === 0) return '$';
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}
