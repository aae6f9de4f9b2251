'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import {
  addKey,
  nextId,
  stateOf,
  type Draft,
  type NodeOf,
  type SchemaForm,
} from '../../lib/schema-form/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { focusIn } from './focus.ts';
import { useForm } from './form-context.ts';
import { Frame } from './frame.tsx';
import { StateButton } from './state-button.tsx';
import type { ControlProps } from './text-control.tsx';
import { typeLabel } from './type-label.ts';

export function ObjectControl(props: ControlProps & { readonly node: NodeOf<'object'> }): ReactNode {
  const { id, place, node, invalid, describedBy } = props;
  const { form, prefix, change } = useForm();
  const { inner, name, required } = place;
  const state = stateOf(form, place.node, place.draft);
  const off = state === 'absent' && !required;

  function add(): void {
    const extras = inner.draft.state === 'object' ? inner.draft.extras : [];
    change(inner.path, (was) =>
      addKey(was.state === 'object' ? was : { state: 'object', entries: {}, extras: [] }, ''),
    );
    focusIn(`${prefix}${inner.path}/x${nextId(extras)}-row`);
  }

  return (
    <Frame off={off} invalid={invalid}>
      <StateButton place={place} />
      <span className="min-w-0 flex-1 self-center truncate px-2 text-text-2">
        {off ? (
          `${t('form.notSent')} · ${typeLabel(form, place.node)}`
        ) : state === 'null' ? (
          <i className="font-mono">null</i>
        ) : (
          summary(form, node, inner.draft)
        )}
      </span>
      {node.open ? (
        <Button
          id={id}
          variant="ghost"
          size="sm"
          className="h-auto! min-h-5.5 self-stretch"
          aria-label={t('form.addKeyTo', { name })}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          onClick={add}
        >
          <Icon name="plus" className="size-3" />
          {t('form.addKey')}
        </Button>
      ) : off || state === 'null' ? (
        <Button
          id={id}
          variant="ghost"
          size="sm"
          className="h-auto! min-h-5.5 self-stretch"
          aria-label={t('form.openOf', { name })}
          aria-describedby={describedBy}
          onClick={() => change(inner.path, (was) => openObject(was))}
        >
          {t('form.open')}
        </Button>
      ) : (
        <span id={id} tabIndex={-1} aria-invalid={invalid} className="sr-only">
          {name}
        </span>
      )}
    </Frame>
  );
}

function openObject(draft: Draft): Draft {
  if (draft.state === 'absent' || draft.state === 'null')
    return draft.kept ?? { state: 'object', entries: {}, extras: [] };
  return draft;
}

function summary(form: SchemaForm, node: NodeOf<'object'>, draft: Draft): string {
  if (draft.state !== 'object') return t('form.keys', { count: 0 });
  const entries = Object.values(draft.entries).filter(({ state }) => state !== 'absent');
  const unsent = draft.extras.filter(
    ({ key, draft: one }) => stateOf(form, form.nodeOfKey(node, key), one) === 'absent',
  ).length;
  const keys = t('form.keys', { count: entries.length + draft.extras.length });
  return unsent === 0 ? keys : t('form.keysUnsent', { keys, unsent });
}
