'use client';

import type { ReactNode } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import type { Scenario } from '../../lib/contracts/rest.ts';
import { PlayButton } from '../play/index.ts';
import { Badge } from '../ui/badge.tsx';

export function TaskList({ scenario }: { readonly scenario: Scenario }): ReactNode {
  return (
    <section aria-labelledby="tasks-title" className="border-line border-t">
      <h2 id="tasks-title" className="px-3 pt-3 pb-1 font-semibold text-md">
        {t('scenario.tasks')} <span className="font-normal text-text-2">{scenario.tasks.length}</span>
      </h2>
      <ol aria-labelledby="tasks-title">
        {scenario.tasks.map((task, index) => (
          <li key={index} className="flex items-start gap-3 border-line border-b px-3 py-2 last:border-b-0">
            <span className="w-4 shrink-0 pt-1 text-right text-sm text-text-2">{index}</span>
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <p className="wrap-anywhere">{task}</p>
              <Verifiers verifiers={scenario.verifiers[index]} />
            </div>
            <div className="flex max-w-[40%] flex-col items-end gap-1">
              <PlayButton
                scenario={scenario.key}
                taskIdx={index}
                label={t('scenario.play')}
                accessibleName={t('scenario.playTask', { index })}
              />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Verifiers({ verifiers }: { readonly verifiers: Scenario['verifiers'][number] | undefined }): ReactNode {
  const names = [
    ...(verifiers?.code === true ? [t('scenario.code')] : []),
    ...(verifiers?.sql === true ? [t('scenario.sql')] : []),
  ];
  return (
    <p className="flex gap-1 text-text-2 text-xs">
      {names.length === 0 ? (
        <Badge tone="warn" glyph="!">
          {t('scenario.noVerifier')}
        </Badge>
      ) : (
        names.map((name) => (
          <Badge key={name} glyph="✓">
            {name}
          </Badge>
        ))
      )}
    </p>
  );
}
