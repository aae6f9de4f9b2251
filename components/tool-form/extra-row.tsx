'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { removeKey, renameKey, type DraftPath } from '../../lib/schema-form/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { BranchPickers } from './branch-picker.tsx';
import { Control } from './control.tsx';
import { describedBy, FieldWords, withMessage } from './field.tsx';
import { focusOn } from './focus.ts';
import { useForm } from './form-context.ts';
import { placeOf } from './place.ts';
import { useNextState } from './state-button.tsx';
import { typeLabel } from './type-label.ts';

interface ExtraOwn {
  readonly objectPath: DraftPath;
  readonly extraId: number;
}

/** A key of one's own: its name, its type, its value. */
export const ExtraRow = withMessage<ExtraOwn>(function ExtraRow(props): ReactNode {
  const { form, prefix, change, Nest } = useForm();
  const place = placeOf(form, props);
  const id = prefix + props.path;
  const { objectPath, extraId } = props;
  const fieldRef = useNextState(place);
  return (
    <>
      <div
        id={`${id}-row`}
        ref={fieldRef}
        className="grid grid-cols-[minmax(88px,112px)_minmax(0,1fr)_24px] items-start gap-x-1.5 py-0.5 @min-[480px]/form:grid-cols-[112px_96px_minmax(0,1fr)_24px]"
      >
        <input
          data-text=""
          value={props.name}
          aria-label={t('form.keyName')}
          aria-invalid={props.code === 'no_key_name' || props.code === 'duplicate_key' || undefined}
          placeholder={t('form.keyName')}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change(objectPath, (was) => renameKey(was, extraId, event.target.value))}
          className="h-dense w-full min-w-0 rounded-1 border border-transparent bg-transparent px-1 font-mono text-sm placeholder:text-text-3 placeholder-shown:border-line-control hover:border-line-control focus-visible:border-focus focus-visible:bg-surface focus-visible:outline-none focus-visible:shadow-[0_0_0_1px_var(--focus)]"
        />
        <span
          id={`${id}-type`}
          className="flex min-h-dense min-w-0 items-center text-text-2 text-xs @max-[480px]/form:col-start-1 @max-[480px]/form:row-start-2 @max-[480px]/form:px-1"
        >
          {place.pickers.length === 0 ? typeLabel(form, props.node) : <BranchPickers place={place} />}
        </span>
        <div className="min-w-0 @max-[480px]/form:col-start-2 @max-[480px]/form:row-span-2 @max-[480px]/form:row-start-1">
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
        <Button
          variant="ghost"
          size="sm"
          className="w-6 p-0! @max-[480px]/form:col-start-3 @max-[480px]/form:row-start-1"
          aria-label={t('form.removeKey', { name: props.name })}
          onClick={() => {
            change(objectPath, (was) => removeKey(was, extraId));
            focusOn(prefix + objectPath);
          }}
        >
          <Icon name="close" className="size-3" />
        </Button>
      </div>
      <Nest place={place} />
    </>
  );
});
