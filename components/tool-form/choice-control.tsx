'use client';

import type { KeyboardEvent, ReactNode } from 'react';
import { t } from './messages.ts';
import { onlyValue, stateOf, withState, type Choice, type NodeOf } from '../../lib/schema-form/index.ts';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import { useForm } from './form-context.ts';
import { Frame } from './frame.tsx';
import { StateButton } from './state-button.tsx';
import type { ControlProps } from './text-control.tsx';
import { typeLabel } from './type-label.ts';

/** Both values stand side by side, also while nothing is sent: one press sets one. */
export function BooleanControl(props: ControlProps): ReactNode {
  const { id, place, invalid, describedBy } = props;
  const { form, change } = useForm();
  const { inner, name, required, node } = place;
  const state = stateOf(form, node, place.draft);
  const onKeyDown = useBackspace(props);
  return (
    <div onKeyDown={onKeyDown} className="w-full min-w-0">
      <Frame off={state === 'absent' && !required} invalid={invalid} className="items-center">
        <StateButton place={place} />
        <span className="min-w-0 flex-1 self-center truncate px-2 text-text-2">
          {state === 'null' ? (
            <i className="font-mono">null</i>
          ) : state === 'absent' && !required ? (
            t('form.notSent')
          ) : null}
        </span>
        <Segmented
          id={id}
          label={name}
          value={inner.draft.state === 'value' ? inner.draft.text : null}
          segments={[
            { value: 'true', label: 'true' },
            { value: 'false', label: 'false' },
          ]}
          invalid={invalid}
          required={required}
          describedBy={describedBy}
          className="-my-px border-y-0 border-r-0"
          onChange={(text) => change(inner.path, () => ({ state: 'value', text }))}
        />
      </Frame>
    </div>
  );
}

export function ChoiceControl(props: ControlProps & { readonly node: NodeOf<'choice'> }): ReactNode {
  const { id, place, invalid, describedBy } = props;
  const { form, change } = useForm();
  const { inner, name, required, node } = place;
  const state = stateOf(form, node, place.draft);
  const onKeyDown = useBackspace(props);
  const off = state === 'absent' && !required;
  return (
    <div onKeyDown={onKeyDown} className="w-full min-w-0">
      <Frame off={off} invalid={invalid}>
        <StateButton place={place} />
        <Select
          id={id}
          label={name}
          value={inner.draft.state === 'value' ? inner.draft.text : (onlyValue(props.node, required) ?? null)}
          options={props.node.options.map((option) => ({ value: option.json, label: optionLabel(option) }))}
          placeholder={
            state === 'null'
              ? 'null'
              : off
                ? `${t('form.notSent')} · ${typeLabel(form, node)}`
                : t('form.choose')
          }
          invalid={invalid}
          required={required}
          describedBy={describedBy}
          className="flex flex-1 [&>button]:h-auto! [&>button]:min-h-5.5 [&>button]:border-0! [&>button]:bg-transparent! [&>button]:shadow-none! [&>button]:focus-visible:outline-2! [&>button]:focus-visible:outline-focus!"
          onChange={(text) => change(inner.path, () => ({ state: 'value', text }))}
        />
      </Frame>
    </div>
  );
}

/** As in a text field: Backspace takes the choice back. */
function useBackspace({ place }: ControlProps): (event: KeyboardEvent) => void {
  const { form, change } = useForm();
  return (event) => {
    if (event.key !== 'Backspace' || place.draft.state === 'absent') return;
    event.preventDefault();
    change(place.path, (was) => withState(form, place.node, was, 'absent'));
  };
}

/** Strings stand without quotes, except where that could be taken for something else. */
function optionLabel({ json, title }: Choice): string {
  const value: unknown = JSON.parse(json);
  const plain =
    typeof value === 'string' &&
    value.trim() === value &&
    value !== '' &&
    !/^(true|false|null|-?\d.*)$/.test(value);
  const label = plain ? value : json;
  return title === '' || title === label ? label : `${label} · ${title}`;
}
