import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { runHref } from '../../lib/client/run-links.ts';
import type { TryRow, TrySummary } from '../../lib/contracts/workbench.ts';
import { NavLink } from '../layout/nav-link.tsx';

interface VacuousProps {
  readonly summary: TrySummary;
  readonly rows: readonly TryRow[];
}

/** A verifier that is true before anything was done rewards doing nothing. */
export function Vacuous({ summary: { vacuous, before }, rows }: VacuousProps): ReactNode {
  if (vacuous.before !== true && vacuous.after !== true) return null;
  const run = rows.find(
    ({ stripBefore, stripAfter }) => stripBefore.startsWith('t') || stripAfter.startsWith('t'),
  )?.run;
  return (
    <div
      role="alert"
      className="on-tint flex shrink-0 items-start gap-2.5 border-line border-b bg-warn-soft px-3 py-2 text-sm"
    >
      <b aria-hidden="true" className="text-lg text-warn leading-[18px]">
        ∅
      </b>
      <p className="min-w-0 flex-1">
        <b>
          {vacuous.after === true
            ? t('verifiers.vacuousAfter')
            : t('verifiers.vacuousBefore', { version: before.version })}
        </b>{' '}
        {t('verifiers.vacuousBody')} {vacuous.after === false ? t('verifiers.vacuousMended') : null}
      </p>
      {run === undefined ? null : (
        <NavLink href={runHref(run, null, 0)} className="text-accent text-xs leading-[18px] hover:underline">
          {t('verifiers.showState0')}
        </NavLink>
      )}
    </div>
  );
}
