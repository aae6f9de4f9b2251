'use client';

import type { ReactNode } from 'react';
import { childPath, entryOf, opensBySelf } from '../../lib/schema-form/index.ts';
import { ExtraRow } from './extra-row.tsx';
import { useForm } from './form-context.ts';
import { ItemRow } from './item-row.tsx';
import { isRaw, type Place } from './place.ts';
import { PropertyRow } from './property-row.tsx';

/** The parts of an object or array that is open, below its own row. */
export function Nest({ place }: { readonly place: Place }): ReactNode {
  const { inner } = place;
  if (isRaw(inner) || !isOpen(place)) return null;
  return (
    <div role="group" aria-label={place.name} className="mt-0.5 mb-1 ml-1.5 border-line-strong border-l pl-3">
      <Parts place={place} nested />
    </div>
  );
}

/** Levels of objects and arrays above a place. */
function depthOf(path: string): number {
  return path.split('/').filter((step) => /^[pxi]/.test(step)).length;
}

function isOpen({ inner, required, draft }: Place): boolean {
  if (inner.node.kind === 'array') return inner.draft.state === 'array' && inner.draft.items.length > 0;
  if (inner.node.kind !== 'object') return false;
  if (inner.draft.state === 'object')
    return inner.node.properties.length > 0 || inner.draft.extras.length > 0;
  return (
    (required || draft.state === 'union') &&
    inner.draft.state === 'absent' &&
    opensBySelf(inner.node, depthOf(inner.path))
  );
}

/** The rows of an object's keys or of an array's items. */
export function Parts({
  place,
  nested = false,
}: {
  readonly place: Place;
  readonly nested?: boolean;
}): ReactNode {
  const { form } = useForm();
  const { node, draft, path } = place.inner;
  if (node.kind === 'array') {
    const items = draft.state === 'array' ? draft.items : [];
    return (
      <ul>
        {items.map((item, index) => (
          <ItemRow
            key={item.id}
            name={`${place.name}[${index}]`}
            node={form.nodeOf(node.prefix[index] ?? node.item ?? ANY_ITEM)}
            draft={item.draft}
            path={childPath(path, 'i', item.id)}
            required
            arrayPath={path}
            arrayName={place.name}
            index={index}
            count={items.length}
            itemId={item.id}
          />
        ))}
      </ul>
    );
  }
  if (node.kind !== 'object') return null;
  const extras = draft.state === 'object' ? draft.extras : [];
  return (
    <>
      {node.properties.map(({ name, schema, required }) => (
        <PropertyRow
          key={name}
          name={name}
          node={form.nodeOf(schema)}
          draft={entryOf(draft, name)}
          path={childPath(path, 'p', name)}
          required={required}
          nested={nested}
        />
      ))}
      {extras.map((extra) => (
        <ExtraRow
          key={extra.id}
          name={extra.key}
          node={form.nodeOfKey(node, extra.key)}
          draft={extra.draft}
          path={childPath(path, 'x', extra.id)}
          required={false}
          objectPath={path}
          extraId={extra.id}
        />
      ))}
    </>
  );
}

/** Past the end of a tuple: kept, and in error. */
const ANY_ITEM = {};
