'use client';

import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { createLazyPart } from '../../../ui/lazy-part.ts';
import { Loading } from '../../../ui/loading.tsx';
import { t } from '../messages.ts';
import { useItem } from '../use-item.ts';
import type { PartProps } from './part-props.ts';

/** Most projects have none. */
const FIELD = createLazyPart(async () => (await import('./field-input.tsx')).FieldInput);

/** The project's own questions. */
export function Fields({ acts }: PartProps): ReactNode {
  const { fields } = useItem().assignment.schema.doc;
  const field = FIELD.usePart();
  switch (field.state) {
    case 'waiting':
      return <Loading what={t('labelling.yourLabel')} />;
    case 'failed':
      return (
        <p role="alert">
          ✕ {t('labelling.partFailed')}{' '}
          <Button size="sm" onClick={field.retry}>
            {t('common.retry')}
          </Button>
        </p>
      );
    case 'ready':
      return fields.map((one) => (
        <field.part key={one.id} field={one} onChange={(value, typed) => acts.field(one.id, value, typed)} />
      ));
  }
}
