'use client';

import { Fragment, type ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import { BranchPickers } from './branch-picker.tsx';
import { Control } from './control.tsx';
import { defaultOf, describedBy, descriptionOf, FieldWords, sideNote, withMessage } from './field.tsx';
import { useForm } from './form-context.ts';
import { placeOf, type Place } from './place.ts';
import { useNextState } from './state-button.tsx';
import { typeLabel } from './type-label.ts';

/** An argument, or a named key of an object. */
export const PropertyRow = withMessage<{ readonly nested?: boolean }>(function PropertyRow(props): ReactNode {
  const { form, prefix, help, Nest } = useForm();
  const place = placeOf(form, props);
  const id = prefix + props.path;
  const { inner, draft } = place;
  const off = draft.state === 'absent' && !props.required;
  const fieldRef = useNextState(place);
  const text = inner.draft.state === 'value' ? inner.draft.text : null;
  return (
    <>
      <div
        ref={fieldRef}
        className={cx(
          'grid grid-cols-[minmax(88px,120px)_minmax(0,1fr)] items-start gap-x-2 py-1 @max-[300px]/form:grid-cols-1',
          props.nested === true
            ? '@min-[480px]/form:grid-cols-[136px_minmax(0,1fr)]'
            : '@min-[480px]/form:grid-cols-[148px_minmax(0,1fr)_minmax(72px,132px)]',
        )}
      >
        <div
          className={cx(
            'min-w-0 font-mono text-sm leading-[14px] wrap-anywhere',
            off ? 'pt-1.5 text-text-2' : 'pt-0.5',
          )}
        >
          <label htmlFor={id}>
            <BreakableName name={props.name} />
            {props.required ? (
              <span aria-hidden="true" className="font-semibold text-err">
                *
              </span>
            ) : null}
          </label>
          <small
            id={`${id}-type`}
            className={cx(
              'block font-sans text-text-3 text-xs leading-[14px]',
              off && place.pickers.length === 0 && 'sr-only',
            )}
          >
            {place.pickers.length === 0 ? typeLabel(form, props.node) : <BranchPickers place={place} />}
          </small>
        </div>
        <div className="min-w-0">
          <Control
            id={id}
            place={place}
            invalid={props.message !== null}
            describedBy={describedBy(id, props.message)}
          />
          <FieldWords place={place} id={id} body={props} />
        </div>
        <SideWords place={place} nested={props.nested === true}>
          {help === null ? null : (
            <help.Hint name={props.name} node={inner.node} text={text} onPick={() => undefined} />
          )}
        </SideWords>
      </div>
      <Nest place={place} />
    </>
  );
});

/** Long names break after their underscores. */
function BreakableName({ name }: { readonly name: string }): ReactNode {
  return name.split(/(?<=_)/).map((part, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}

/** Right of the control where the pane is wide, else below it. */
function SideWords(props: {
  readonly place: Place;
  readonly nested: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { form } = useForm();
  const { place, nested, children } = props;
  const description = descriptionOf(place);
  return (
    <div
      className={cx(
        'min-w-0 self-start text-text-3 text-xs leading-[14px] wrap-anywhere empty:hidden',
        nested
          ? 'col-start-2 @max-[300px]/form:col-start-1'
          : '@max-[480px]/form:col-start-2 @min-[480px]/form:pt-0.5 @max-[300px]/form:col-start-1',
      )}
    >
      {children}
      <span className={cx(nested ? 'hidden' : '@max-[480px]/form:hidden')}>
        {description === '' ? sideNote(form, place) : null}
      </span>
      {description === '' ? null : (
        <span className="line-clamp-2" title={description} aria-hidden="true">
          {description}
        </span>
      )}
      {description !== '' && place.draft.state === 'absent' && defaultOf(place) !== null ? (
        <span className="block">{sideNote(form, place)}</span>
      ) : null}
    </div>
  );
}
