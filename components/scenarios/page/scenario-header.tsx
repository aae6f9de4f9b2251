'use client';

import { NavLink } from '../../layout/nav-link.tsx';
import type { ReactNode } from 'react';
import { formatAbsolute } from '../../../lib/client/format.ts';
import { t } from './messages.ts';
import type { Scenario } from '../../../lib/contracts/rest.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { HealthMarks } from '../marks/finding-mark.tsx';
import { makeEntries } from '../model/entries.ts';

/** What the scenario is, where it comes from and how it was found. */
export function ScenarioHeader({ scenario }: { readonly scenario: Scenario }): ReactNode {
  const [entry] = makeEntries([scenario], []);
  return (
    <header className="flex shrink-0 flex-col gap-1 px-3 pt-2 pb-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="font-semibold text-lg wrap-anywhere">{scenario.name}</h2>
        <Badge>{t('scenario.pack', { pack: scenario.pack })}</Badge>
        {scenario.category === null ? null : <Badge>{scenario.category}</Badge>}
        {scenario.trusted ? null : <Badge tone="warn">{t('scenario.untrusted')}</Badge>}
        <NavLink
          href={`/scenarios/${encodeURIComponent(scenario.key)}?tab=findings`}
          title={
            scenario.findings === null
              ? t('scenario.notChecked')
              : t('findings.checkedAt', { time: formatAbsolute(scenario.findings.checkedAtMs) })
          }
          className="flex gap-1"
        >
          <span className="sr-only">{t('findings.title')}: </span>
          <HealthMarks found={entry?.found ?? []} health={entry?.health ?? []} />
        </NavLink>
        <span className="flex-1" />
        <NavLink
          href={`/runs?q=${encodeURIComponent(`scenario:${scenario.key}`)}`}
          className={buttonClass({ size: 'sm' })}
        >
          {t('tasks.toRuns')}
        </NavLink>
      </div>
      {scenario.description === '' ? null : (
        <p className="max-w-[100ch] text-sm text-text-2 wrap-anywhere">{scenario.description}</p>
      )}
    </header>
  );
}
