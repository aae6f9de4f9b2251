'use client';

import { type ReactNode, useMemo } from 'react';
import { labelActs } from '../label-acts.ts';
import { t } from '../messages.ts';
import { useItem } from '../use-item.ts';
import { Confidence } from './confidence.tsx';
import { Fields } from './fields.tsx';
import { FirstError } from './first-error.tsx';
import { Outcomes } from './outcomes.tsx';
import { Preference } from './preference.tsx';
import { Rationale } from './rationale.tsx';
import { Tags } from './tags.tsx';

/** What the project's schema asks. */
export function LabelForm(): ReactNode {
  const item = useItem();
  const acts = useMemo(() => labelActs(item), [item]);
  const schema = item.assignment.schema.doc;
  const pair = item.assignment.otherRun !== null;
  return (
    <form
      aria-label={t('labelling.yourLabel')}
      onSubmit={(event) => event.preventDefault()}
      className="group/label flex shrink-0 flex-col gap-[11px] px-4 py-[11px] text-sm"
    >
      {pair ? <Preference acts={acts} /> : <Outcomes acts={acts} />}
      {schema.firstError && !pair ? <FirstError acts={acts} /> : null}
      {schema.confidence.length > 0 ? <Confidence acts={acts} /> : null}
      {schema.tags.length > 0 ? <Tags acts={acts} /> : null}
      {schema.fields.length > 0 ? <Fields acts={acts} /> : null}
      {schema.rationale === 'off' ? null : <Rationale acts={acts} />}
    </form>
  );
}
