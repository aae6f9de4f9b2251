'use client';

import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { t } from './messages.ts';
import { ABSENT, stateOf, withState, type Draft } from '../../lib/schema-form/index.ts';
import { cx } from '../ui/cx.ts';
import { DateAid } from './date-aid.tsx';
import { useForm } from './form-context.ts';
import { Frame } from './frame.tsx';
import { isRaw, type Place } from './place.ts';
import { StateButton } from './state-button.tsx';
import { typeLabel } from './type-label.ts';

export interface ControlProps {
  readonly id: string;
  readonly place: Place;
  readonly invalid: boolean;
  readonly describedBy: string;
}

const LONG_TEXT = 60;
const MAX_ROWS = 10;

/** Typing sets a value, kept as typed; Backspace on an empty field takes it back to "not sent". */
export function TextControl({ id, place, invalid, describedBy }: ControlProps): ReactNode {
  const { form, change, help } = useForm();
  const area = useRef<HTMLTextAreaElement>(null);
  const { inner, name, required, node } = place;
  const raw = isRaw(inner);
  const json = raw || inner.node.kind === 'json';
  const { draft } = inner;
  const text = draft.state === 'value' || draft.state === 'raw' ? draft.text : '';
  const state = stateOf(form, node, place.draft);
  const off = state === 'absent' && !required;

  function type(next: string): void {
    // An empty number or JSON text is nothing; an empty string is a value.
    const nothing = next === '' && inner.node.kind !== 'string' && !raw;
    const typed: Draft = nothing ? ABSENT : { state: raw ? 'raw' : 'value', text: next };
    change(inner.path, () => typed);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Backspace' && text === '' && state !== 'absent') {
      event.preventDefault();
      change(place.path, (was) => withState(form, node, was, 'absent'));
    } else if (event.key === 'Enter' && !(event.metaKey || event.ctrlKey || event.altKey)) {
      // In one line: a call is never made by accident. With Shift, a second line begins.
      if (event.currentTarget.tagName !== 'INPUT') return;
      event.preventDefault();
      if (event.shiftKey && inner.node.kind === 'string' && !raw) insert(event.currentTarget, '\n');
    }
  }

  function insert(field: HTMLInputElement | HTMLTextAreaElement, added: string): void {
    const start = field.selectionStart ?? text.length;
    type(text.slice(0, start) + added + text.slice(field.selectionEnd ?? start));
    const end = start + added.length;
    // The field becomes one of several lines.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(end, end);
    });
  }

  /** An input of one line would drop the others. */
  function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
    const pasted = event.clipboardData.getData('text');
    if (inner.node.kind !== 'string' || raw || !/[\r\n]/.test(pasted)) return;
    event.preventDefault();
    insert(event.currentTarget, pasted);
  }

  const shared = {
    id,
    'data-text': '',
    value: text,
    placeholder: placeholderOf(place, state),
    spellCheck: false,
    autoComplete: 'off',
    'aria-invalid': invalid,
    'aria-required': required,
    'aria-describedby': describedBy,
    onKeyDown,
  };
  const className = cx(
    'min-w-0 flex-1 bg-transparent px-2 font-mono text-sm text-text outline-none placeholder:text-text-2',
    state === 'null' && 'placeholder:italic',
  );
  const long = json || text.length > LONG_TEXT || text.includes('\n');
  return (
    <Frame off={off} invalid={invalid}>
      <StateButton place={place} />
      {long ? (
        <textarea
          {...shared}
          ref={area}
          rows={Math.min(MAX_ROWS, Math.max(json && !off ? 2 : 1, rowsOf(text)))}
          className={cx(className, 'resize-y py-1 leading-[18px]')}
          onChange={(event) => type(event.target.value)}
        />
      ) : (
        <input
          {...shared}
          className={className}
          inputMode={inner.node.kind === 'number' || inner.node.kind === 'integer' ? 'decimal' : 'text'}
          onPaste={onPaste}
          onChange={(event) => type(event.target.value)}
        />
      )}
      {off ? (
        <span className="hidden self-center truncate pr-2 text-text-2 text-xs @min-[200px]/frame:block">
          {typeLabel(form, node)}
        </span>
      ) : null}
      {help !== null && !json ? (
        <help.Trailing name={name} node={inner.node} text={text === '' ? null : text} onPick={type} />
      ) : null}
      {inner.node.kind === 'string' && inner.node.format !== null && !raw ? (
        <DateAid name={name} format={inner.node.format} text={text} onPick={type} />
      ) : null}
    </Frame>
  );
}

function rowsOf(text: string): number {
  return text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / 44)), 0);
}

function placeholderOf(place: Place, state: ReturnType<typeof stateOf>): string {
  const { inner, required } = place;
  switch (state) {
    case 'null':
      return 'null';
    case 'empty':
      return t('form.emptyString');
    case 'value':
      return '';
    case 'absent':
      if (!required) return t('form.notSent');
      return inner.node.example === null ? '' : t('form.example', { example: inner.node.example });
  }
}
