'use client';

import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { commandKeyLabel } from '../../lib/client/platform.ts';
import {
  buildArguments,
  describeFields,
  draftOf,
  type Draft,
  type Drafts,
} from '../../lib/schema-form/index.ts';
import { JsonText } from '../json-view/index.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { FieldRow } from './field-row.tsx';

interface ToolFormProps {
  readonly toolName: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly drafts: Drafts;
  readonly onDraftChange: (field: string, draft: Draft) => void;
  readonly onClear: () => void;
  /** JSON text of the arguments, with numbers as they were typed. */
  readonly onCall: (argumentsJson: string) => void;
  /** Why nothing can be called now. */
  readonly blocked: string | null;
  readonly children?: ReactNode;
}

/** The arguments of one tool. Invalid arguments never leave it. Mount with the tool's name as key. */
export function ToolForm(props: ToolFormProps): ReactNode {
  const { inputSchema, drafts, blocked } = props;
  const prefix = useId();
  const form = useRef<HTMLFormElement>(null);
  const [attempted, setAttempted] = useState(false);
  const fields = useMemo(() => describeFields(inputSchema), [inputSchema]);
  const { json, errors } = useMemo(() => buildArguments(fields, drafts), [fields, drafts]);
  // What was not touched is complained about only after an attempt to call.
  const shown = fields.filter(
    ({ name }) => errors.has(name) && (attempted || draftOf(drafts, name).state !== 'absent'),
  );

  function submit(): void {
    if (blocked !== null) return;
    setAttempted(true);
    const invalid = fields.find(({ name }) => errors.has(name));
    if (invalid === undefined) {
      setAttempted(false);
      props.onCall(json);
    } else form.current?.querySelector<HTMLElement>(`[id="${CSS.escape(prefix + invalid.name)}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  }

  return (
    <form
      ref={form}
      aria-label={props.toolName}
      noValidate
      tabIndex={-1}
      className="flex min-h-0 flex-1 flex-col outline-none"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-3 py-1">
        {props.children}
        {fields.length === 0 ? <p className="py-2 text-sm text-text-2">{t('form.noFields')}</p> : null}
        {fields.map((field) => (
          <FieldRow
            key={field.name}
            id={prefix + field.name}
            field={field}
            draft={draftOf(drafts, field.name)}
            error={shown.includes(field) ? errors.get(field.name) : undefined}
            onChange={(draft) => props.onDraftChange(field.name, draft)}
          />
        ))}
        <section className="on-tint my-2 rounded-1 border border-line bg-surface-2 px-2.5 py-2">
          <h2 className="text-text-2 text-xs">
            {t(errors.size === 0 ? 'form.request' : 'form.requestHeld')}
          </h2>
          <JsonText text={json} className="mt-0.5" />
        </section>
      </div>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-line border-t px-3 py-1.5">
        <Button type="submit" variant="primary" disabled={blocked !== null} focusableWhenDisabled>
          {t('form.call')} <Kbd>{commandKeyLabel()}↵</Kbd>
        </Button>
        <p role="status" className="min-w-0 flex-1 text-sm">
          {blocked !== null ? (
            <span className="text-text-2">{blocked}</span>
          ) : shown.length > 0 ? (
            <span className="text-err">
              <span aria-hidden="true">✕ </span>
              {t('form.fix', { count: shown.length, names: shown.map(({ name }) => name).join(', ') })}
            </span>
          ) : null}
        </p>
        <Button
          variant="ghost"
          onClick={() => {
            setAttempted(false);
            props.onClear();
          }}
          disabled={Object.keys(drafts).length === 0}
        >
          {t('form.reset')}
        </Button>
      </div>
    </form>
  );
}
