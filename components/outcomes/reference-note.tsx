import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { runHref, shortRunId } from '../../lib/client/run-links.ts';
import type { OutcomeReference } from '../../lib/contracts/outcomes.ts';
import { NavLink } from '../layout/nav-link.tsx';

/** Where the words have the run's name. */
const PLACE = '\u0000';

/** What the outcomes are compared with, and who says so. */
export function ReferenceNote({ reference }: { readonly reference: OutcomeReference | null }): ReactNode {
  if (reference === null) return <p className="px-2 text-text-2 text-xs">{t('outcomes.from.none')}</p>;
  const { from, run, by } = reference;
  const [before = '', after = ''] = t(`outcomes.from.${from}`, { run: PLACE, by: by ?? '' }).split(PLACE);
  return (
    <p className="px-2 text-text-2 text-xs">
      {before}
      {run === null ? (
        t('outcomes.someRun')
      ) : (
        <NavLink href={runHref(run)} className="text-accent underline">
          {t('outcomes.run', { id: shortRunId(run) })}
        </NavLink>
      )}
      {after}
    </p>
  );
}
