'use client';

import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { useKey, useKeyLabel } from '../../lib/client/keys/index.ts';
import { t } from './messages.ts';
import {
  buildValue,
  createSchemaForm,
  exactTree,
  initialDraft,
  printJson,
  updateDraft,
  type Draft,
  type DraftPath,
} from '../../lib/schema-form/index.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { ErrorsContext, FormContext, type FieldHelp } from './form-context.ts';
import { JsonEditor } from './json-editor.tsx';
import { turnStateAt } from './next-state.ts';
import { readJsonSide, toFormSide, toJsonSide } from './json-side.ts';
import { Nest } from './nest.tsx';
import { RequestBlock } from './request-block.tsx';
import { RootFields } from './root-fields.tsx';
import type { ToolDraft } from './tool-draft.ts';

export interface ToolFormProps {
  readonly toolName: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Undefined: nothing was put in yet, and the defaults of what must be sent stand there. */
  readonly value: ToolDraft | undefined;
  /** The same function as long as the tool is the same. */
  readonly onEdit: (change: (was: ToolDraft | undefined) => ToolDraft) => void;
  /** JSON text of the arguments, with numbers as they were typed. */
  readonly onCall: (argumentsJson: string) => void;
  /** Instead of “Call tool”. */
  readonly submitLabel?: string;
  /** Why nothing can be called now. */
  readonly blocked: string | null;
  /** Beside the button, while there is nothing to fix: what a call acts on. */
  readonly note?: ReactNode;
  readonly help?: FieldHelp | null;
  /** Left of the switch between form and JSON. */
  readonly heading: ReactNode;
  /** Above the fields. */
  readonly children?: ReactNode;
  /** At the end of the bar: what else can be done with the request. Null: there is none that could be sent. */
  readonly tools: (argumentsJson: string | null) => ReactNode;
}

/** The arguments of one tool, as a form or as JSON. Invalid arguments never leave it. Mount with the tool's name as key. */
export function ToolForm(props: ToolFormProps): ReactNode {
  const { inputSchema, blocked, onEdit, help = null } = props;
  const prefix = useId();
  const element = useRef<HTMLFormElement>(null);
  const [attempted, setAttempted] = useState(false);
  const form = useMemo(() => createSchemaForm(inputSchema), [inputSchema]);
  const initial = useMemo<ToolDraft>(() => ({ draft: initialDraft(form), json: null }), [form]);
  const value = props.value ?? initial;
  const { draft, json } = value;
  const built = useMemo(() => buildValue(form, draft), [form, draft]);
  const reading = useMemo(() => (json === null ? null : readJsonSide(form, json.text)), [form, json]);
  const edit = useCallback(
    (change: (was: ToolDraft) => ToolDraft) => onEdit((was) => change(was ?? initial)),
    [onEdit, initial],
  );

  function show(side: 'form' | 'json'): void {
    if (side === 'json') {
      if (json === null) edit((was) => toJsonSide(form, was));
      return;
    }
    const next = toFormSide(form, value);
    if (next === undefined) requestAnimationFrame(() => focusFirstError(element.current));
    else edit(() => next);
  }

  const context = useMemo(
    () => ({
      form,
      prefix,
      help,
      Nest,
      change: (path: DraftPath, change: (draft: Draft) => Draft) =>
        edit((was) => ({ ...was, draft: updateDraft(was.draft, path, change) })),
    }),
    [form, prefix, help, edit],
  );
  const errors = useMemo(() => ({ errors: built.errors, attempted }), [built.errors, attempted]);

  const shown = [...built.errors].filter(([, error]) => attempted || !error.untouched);
  const violations = reading?.kind === 'arguments' ? reading.violations.length : 0;
  const tree = reading === null ? built.tree : reading.kind === 'arguments' ? reading.tree : undefined;
  const fits = reading === null ? built.errors.size === 0 && tree?.kind === 'object' : tree !== undefined;
  const ready = fits && tree !== undefined ? printJson(exactTree(tree)) : null;

  function send(anyway: boolean): void {
    if (blocked !== null) return;
    if (ready !== null && (violations === 0 || anyway)) {
      setAttempted(false);
      props.onCall(ready);
      return;
    }
    setAttempted(true);
    // The marks of a first attempt are drawn first.
    requestAnimationFrame(() => focusFirstError(element.current));
  }

  // Only where the focus is among what would be sent: the observe pane has calls of its own.
  useKey('call', () => {
    const place = element.current?.closest('[data-pane]') ?? element.current;
    if (place?.contains(document.activeElement) === true) send(false);
  });
  useKey('form.json', () => show(json === null ? 'json' : 'form'));
  useKey('field.state', () => turnStateAt(document.activeElement));
  const callKey = useKeyLabel('call');
  const sideKey = useKeyLabel('form.json');

  return (
    <form
      ref={element}
      aria-label={props.toolName}
      noValidate
      tabIndex={-1}
      className="flex min-h-0 flex-1 flex-col outline-none"
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      <div className="@container/form min-h-0 flex-1 overflow-y-auto px-3 py-1">
        <div className="flex items-start gap-2 pt-1">
          <div className="min-w-0 flex-1">{props.heading}</div>
          <Segmented
            label={sideKey === null ? t('form.side') : t('form.sideWithKey', { key: sideKey.shown })}
            value={json === null ? 'form' : 'json'}
            onChange={show}
            segments={[
              { value: 'form', label: t('form.sideForm') },
              { value: 'json', label: 'JSON' },
            ]}
          />
        </div>
        {props.children}
        {json === null || reading === null ? (
          <FormContext value={context}>
            <ErrorsContext value={errors}>
              <RootFields name={props.toolName} draft={draft} />
            </ErrorsContext>
          </FormContext>
        ) : (
          <JsonEditor
            id={`${prefix}json`}
            text={json.text}
            reading={reading}
            changed={json.text !== json.seed}
            onChange={(text) => edit((was) => ({ ...was, json: { text, seed: was.json?.seed ?? '' } }))}
            onDiscard={() => edit((was) => ({ ...was, json: null }))}
          />
        )}
        {tree === undefined || json !== null ? null : (
          <RequestBlock tree={exactTree(tree)} heldBy={[...built.errors.values()].map(({ name }) => name)} />
        )}
      </div>
      <div className="@container/bar shrink-0 border-line border-t px-3 py-1.5">
        <div className="flex min-h-8 flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" disabled={blocked !== null} focusableWhenDisabled>
            {props.submitLabel ?? t('form.call')} {callKey === null ? null : <Kbd>{callKey.shown}</Kbd>}
          </Button>
          {violations > 0 && ready !== null ? (
            <Button
              data-anyway=""
              disabled={blocked !== null}
              focusableWhenDisabled
              onClick={() => send(true)}
            >
              {t('form.json.sendAnyway')}
            </Button>
          ) : null}
          <p role="status" className="min-w-24 flex-1 basis-24 text-sm">
            {blocked !== null ? (
              <span className="text-text-2">{blocked}</span>
            ) : json === null && shown.length > 0 ? (
              <button
                type="button"
                className="rounded-1 text-left text-err wrap-anywhere hover:underline"
                onClick={() => focusFirstError(element.current)}
              >
                <span aria-hidden="true">✕ </span>
                {t('form.fix', { count: shown.length, names: namesOf(shown.map(([, { name }]) => name)) })}
              </button>
            ) : json !== null && reading?.kind !== 'arguments' ? (
              <span className="text-err">
                <span aria-hidden="true">✕ </span>
                {t('form.json.held')}
              </span>
            ) : (
              props.note
            )}
          </p>
          {props.tools(ready)}
        </div>
      </div>
    </form>
  );
}

/** Into the first field that is in error, or to the button that sends nevertheless. */
function focusFirstError(form: HTMLFormElement | null): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  const field =
    invalid?.matches('[role=radiogroup]') === true ? invalid.querySelector<HTMLElement>('input') : invalid;
  (field ?? form?.querySelector<HTMLElement>('[data-anyway]'))?.focus();
}

const MAX_NAMES = 4;

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} …` : shown;
}
