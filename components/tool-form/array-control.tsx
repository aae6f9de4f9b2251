'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { addItem, nextId, stateOf, type NodeOf } from '../../lib/schema-form/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { focusIn } from './focus.ts';
import { useForm } from './form-context.ts';
import { Frame } from './frame.tsx';
import { StateButton } from './state-button.tsx';
import type { ControlProps } from './text-control.tsx';
import { typeLabel } from './type-label.ts';

export function ArrayControl(props: ControlProps & { readonly node: NodeOf<'array'> }): ReactNode {
  const { id, place, node, invalid, describedBy } = props;
  const { form, prefix, change } = useForm();
  const { inner, name, required } = place;
  const state = stateOf(form, place.node, place.draft);
  const off = state === 'absent' && !required;
  const items = inner.draft.state === 'array' ? inner.draft.items : [];

  function add(): void {
    change(inner.path, addItem);
    focusIn(`${prefix}${inner.path}/i${nextId(items)}-row`);
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
          t('form.items', { count: items.length })
        )}
      </span>
      <Button
        id={id}
        variant="ghost"
        size="sm"
        className="h-auto! min-h-5.5 self-stretch"
        disabled={items.length >= node.maxItems}
        focusableWhenDisabled
        aria-label={t('form.addItemTo', { name })}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        onClick={add}
      >
        <Icon name="plus" className="size-3" />
        {t('form.addItem')}
      </Button>
    </Frame>
  );
}
