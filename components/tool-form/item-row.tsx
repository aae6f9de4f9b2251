'use client';

import type { KeyboardEvent, ReactNode } from 'react';
import { t } from './messages.ts';
import {
  childPath,
  entryOf,
  moveItem,
  removeItem,
  type DraftPath,
  type NodeOf,
  type SchemaForm,
} from '../../lib/schema-form/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { BranchPickers } from './branch-picker.tsx';
import { Control } from './control.tsx';
import { describedBy, FieldWords, withMessage, type FieldBodyProps } from './field.tsx';
import { focusOn } from './focus.ts';
import { useForm } from './form-context.ts';
import { isRaw, placeOf, type Place } from './place.ts';
import { useNextState } from './state-button.tsx';

interface ItemOwn {
  readonly arrayPath: DraftPath;
  readonly arrayName: string;
  readonly index: number;
  readonly count: number;
  readonly itemId: number;
}

/** An item of an array: moved by its buttons or ⌥↑ ⌥↓, small objects in one line. */
export const ItemRow = withMessage<ItemOwn>(function ItemRow(props): ReactNode {
  const { form, prefix, change, Nest } = useForm();
  const place = placeOf(form, props);
  const id = prefix + props.path;
  const { arrayPath, itemId, index, count } = props;
  const fieldRef = useNextState(place);
  const cells = cellsOf(form, place);

  function move(by: number, focus: string | null): void {
    change(arrayPath, (was) => moveItem(was, itemId, by));
    if (focus !== null) focusOn(focus);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0 || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(by, document.activeElement?.id ?? null);
  }

  return (
    <li id={`${id}-row`} ref={cells === null ? fieldRef : undefined} onKeyDown={onKeyDown} className="py-0.5">
      <div className="flex min-w-0 items-start gap-1.5">
        <span className="w-5 shrink-0 pt-1.5 text-right text-text-3 text-xs">{index + 1}</span>
        {cells === null ? (
          <div className="min-w-0 flex-1">
            {place.pickers.length === 0 ? null : <BranchPickers place={place} />}
            <span className="sr-only">
              <label htmlFor={id}>{props.name}</label>
            </span>
            <Control
              id={id}
              place={place}
              invalid={props.message !== null}
              describedBy={describedBy(id, props.message)}
            />
            <FieldWords place={place} id={id} body={props} />
          </div>
        ) : (
          <div role="group" aria-label={props.name} className="min-w-0 flex-1">
            <div className="flex flex-wrap gap-x-2 gap-y-1">
              {cells.properties.map(({ name, schema, required }) => (
                <Cell
                  key={name}
                  name={name}
                  node={form.nodeOf(schema)}
                  draft={entryOf(place.inner.draft, name)}
                  path={childPath(place.inner.path, 'p', name)}
                  required={required}
                />
              ))}
            </div>
            <FieldWords place={place} id={id} body={props} />
          </div>
        )}
        <span className="flex shrink-0">
          {([-1, 1] as const).map((by) => (
            <Button
              key={by}
              id={`${id}-move${by}`}
              variant="ghost"
              size="sm"
              className="w-6 p-0!"
              focusableWhenDisabled
              disabled={by === -1 ? index === 0 : index === count - 1}
              aria-label={t(by === -1 ? 'form.moveUp' : 'form.moveDown', {
                index: index + 1,
                name: props.arrayName,
              })}
              title={t(by === -1 ? 'form.moveUpTitle' : 'form.moveDownTitle')}
              onClick={() => move(by, `${id}-move${by}`)}
            >
              <Icon name={by === -1 ? 'arrowUp' : 'arrowDown'} className="size-3.5" />
            </Button>
          ))}
          <Button
            variant="ghost"
            size="sm"
            className="w-6 p-0!"
            aria-label={t('form.removeItem', { index: index + 1, name: props.arrayName })}
            onClick={() => {
              change(arrayPath, (was) => removeItem(was, itemId));
              focusOn(prefix + arrayPath);
            }}
          >
            <Icon name="close" className="size-3" />
          </Button>
        </span>
      </div>
      {cells === null ? <Nest place={place} /> : null}
    </li>
  );
});

const MAX_CELLS = 4;

/** An object whose few fields stand in one line. */
function cellsOf(form: SchemaForm, { inner, pickers, node }: Place): NodeOf<'object'> | null {
  if (inner.node.kind !== 'object' || isRaw(inner) || pickers.length > 0 || node.nullable) return null;
  const { properties, open } = inner.node;
  if (open || properties.length === 0 || properties.length > MAX_CELLS) return null;
  if (inner.draft.state === 'object' && inner.draft.extras.length > 0) return null;
  const flat = properties.every(({ schema }) =>
    ['string', 'number', 'integer', 'boolean', 'choice'].includes(form.nodeOf(schema).kind),
  );
  return flat ? inner.node : null;
}

const Cell = withMessage(function Cell(props: FieldBodyProps): ReactNode {
  const { form, prefix } = useForm();
  const place = placeOf(form, props);
  const id = prefix + props.path;
  const fieldRef = useNextState(place);
  return (
    <div ref={fieldRef} className="min-w-36 flex-1 basis-40">
      <div className="flex items-center gap-1.5">
        <label htmlFor={id} className="max-w-24 shrink-0 font-mono text-text-3 text-xs wrap-anywhere">
          {props.name}
          {props.required ? (
            <span aria-hidden="true" className="font-semibold text-err">
              *
            </span>
          ) : null}
        </label>
        <div className="min-w-0 flex-1">
          <Control
            id={id}
            place={place}
            invalid={props.message !== null}
            describedBy={describedBy(id, props.message)}
          />
        </div>
      </div>
      <FieldWords place={place} id={id} body={props} />
    </div>
  );
});
