'use client';

import { memo, type ReactNode } from 'react';
import { t } from './messages.ts';
import {
  draftFromJson,
  JsonTextError,
  parseJsonTree,
  stateOf,
  type Draft,
  type DraftPath,
  type FieldNode,
  type SchemaForm,
} from '../../lib/schema-form/index.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { errorText, useFieldError, useForm } from './form-context.ts';
import { isRaw, placeOf, type Place } from './place.ts';

export interface FieldProps {
  readonly name: string;
  readonly node: FieldNode;
  readonly draft: Draft;
  readonly path: DraftPath;
  readonly required: boolean;
}

export interface FieldBodyProps extends FieldProps {
  readonly message: string | null;
  /** Of the message. */
  readonly code: string | null;
}

/**
 * A field that is drawn again only when its own draft or message changes: with 200 fields a key press would else draw
 * them all.
 */
export function withMessage<Own extends object = object>(
  Body: (props: FieldBodyProps & Own) => ReactNode,
): (props: FieldProps & Own) => ReactNode {
  const Drawn = memo(Body) as unknown as (props: FieldBodyProps & Own) => ReactNode;
  return function Field(props: FieldProps & Own): ReactNode {
    const { form } = useForm();
    const error = useFieldError(props.path, placeOf(form, props).inner.path);
    return <Drawn {...props} message={error === null ? null : errorText(error)} code={error?.code ?? null} />;
  };
}

/** Words at a field: what is wrong with it, and what is to be known of it. They are named by its `describedBy`. */
export function FieldWords(props: {
  readonly place: Place;
  readonly id: string;
  readonly body: FieldBodyProps;
}): ReactNode {
  const { place, id, body } = props;
  const { form, change } = useForm();
  const { inner } = place;
  const { draft } = inner;
  return (
    <>
      {body.message === null ? null : (
        <div className="flex flex-wrap items-center gap-x-2">
          <p id={`${id}-error`} className="text-err text-xs leading-4 wrap-anywhere">
            <span aria-hidden="true">✕ </span>
            {body.message}
          </p>
          {body.code === 'unsafe_integer' && draft.state === 'value' ? (
            <Button
              variant="ghost"
              size="sm"
              className="h-5! px-1! text-xs!"
              onClick={() => change(inner.path, () => ({ state: 'raw', text: draft.text.trim() }))}
            >
              {t('form.sendAsJson')}
            </Button>
          ) : null}
        </div>
      )}
      {isRaw(inner) ? (
        <p className="flex flex-wrap items-center gap-x-2 text-text-2 text-xs">
          {t('form.asJson')}
          <Button
            variant="ghost"
            size="sm"
            className="h-5! px-1! text-xs!"
            onClick={() => change(inner.path, (was) => fromRaw(form, inner.node, was))}
          >
            {t('form.asField')}
          </Button>
        </p>
      ) : null}
      {/* Seen beside the field; here for what reads it aloud. */}
      <p id={`${id}-hint`} hidden>
        {descriptionOf(place)}
      </p>
    </>
  );
}

export function describedBy(id: string, message: string | null): string {
  return cx(`${id}-type ${id}-hint`, message !== null && `${id}-error`);
}

/** What the schema says of it; a description that is only the name again says nothing. */
export function descriptionOf({ node, inner, name }: Place): string {
  const text = node.description || inner.node.description;
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '') === name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
    ? ''
    : text;
}

/** What the server takes where nothing is sent; a default of null says nothing. */
export function defaultOf({ node, inner }: Place): string | null {
  const json = node.defaultJson ?? inner.node.defaultJson;
  return json === 'null' ? null : json;
}

/** A word beside the field: what the server does without it, or how to leave it out. */
export function sideNote(form: SchemaForm, place: Place): string {
  const { node, draft, required, inner } = place;
  const state = stateOf(form, node, draft);
  const fallback = defaultOf(place);
  if (state === 'absent' && fallback !== null) return t('form.serverUses', { value: fallback });
  if (state === 'empty' && !required && inner.node.kind === 'string') return t('form.emptyHint');
  return required ? '' : t('form.optional');
}

/** Back from JSON text to the control; what it cannot hold goes. */
function fromRaw(form: SchemaForm, node: FieldNode, draft: Draft): Draft {
  if (draft.state !== 'raw' && draft.state !== 'value') return draft;
  try {
    const converted = draftFromJson({ ...form, node }, parseJsonTree(draft.text));
    if (converted.state !== 'raw') return converted;
  } catch (cause) {
    if (!(cause instanceof JsonTextError)) throw cause;
  }
  const text = node.kind === 'string' || node.kind === 'number' || node.kind === 'integer';
  return text ? { state: 'value', text: draft.text } : { state: 'absent', kept: draft };
}
