'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { addKey, nextId, type Draft } from '../../lib/schema-form/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { BranchPickers } from './branch-picker.tsx';
import { focusIn } from './focus.ts';
import { errorText, useFieldError, useForm } from './form-context.ts';
import { Parts } from './nest.tsx';
import { isRaw, placeOf } from './place.ts';
import { PropertyRow } from './property-row.tsx';

/** The arguments themselves: the keys of an object, behind a choice of branches where there is one. */
export function RootFields({ name, draft }: { readonly name: string; readonly draft: Draft }): ReactNode {
  const { form, prefix, change } = useForm();
  const place = placeOf(form, { name, required: true, node: form.node, draft, path: '' });
  const { inner } = place;
  const error = useFieldError('', inner.path);
  if (inner.node.kind !== 'object' || isRaw(inner)) {
    return (
      <>
        <p className="py-1 text-sm text-warn">
          <span aria-hidden="true">! </span>
          {t('form.rootNoObject')}
        </p>
        <PropertyRow name={t('form.arguments')} node={form.node} draft={draft} path="" required />
      </>
    );
  }
  const extras = inner.draft.state === 'object' ? inner.draft.extras : [];
  const none = inner.node.properties.length === 0 && extras.length === 0;
  return (
    <>
      {place.pickers.length === 0 ? null : (
        <p className="flex flex-wrap items-center gap-2 py-1 text-sm text-text-2">
          {t('form.branch.root')} <BranchPickers place={place} />
        </p>
      )}
      {none && !inner.node.open ? <p className="py-2 text-sm text-text-2">{t('form.noFields')}</p> : null}
      {none && inner.node.open ? (
        <p className="py-2 text-sm text-text-2">
          {t(Object.keys(form.root).includes('additionalProperties') ? 'form.anyFields' : 'form.noFields')}
        </p>
      ) : null}
      <Parts place={place} />
      {error === null ? null : (
        <p className="py-1 text-err text-xs">
          <span aria-hidden="true">✕ </span>
          {errorText(error)}
        </p>
      )}
      {inner.node.open && form.root.additionalProperties !== undefined ? (
        <Button
          variant="ghost"
          size="sm"
          className="my-1"
          onClick={() => {
            change(inner.path, (was) => addKey(was, ''));
            focusIn(`${prefix}${inner.path}/x${nextId(extras)}-row`);
          }}
        >
          <Icon name="plus" className="size-3" />
          {t('form.addKey')}
        </Button>
      ) : null}
    </>
  );
}
