'use client';

import { NavLink } from '../../layout/nav-link.tsx';
import { type ReactNode, useState } from 'react';
import { t } from '../messages.ts';
import { PlayButton } from '../../play/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { FindingLines } from '../findings/finding-lines.tsx';
import type { ScenarioEntry } from '../model/entries.ts';
import { PeekFrame, PeekSection } from './peek-frame.tsx';
import { PeekTasks } from './peek-tasks.tsx';
import { SchemaSummary } from './schema-summary.tsx';

interface ScenarioPeekProps {
  readonly entry: ScenarioEntry;
  readonly place: string;
  readonly onClose: () => void;
}

export function ScenarioPeek({ entry, place, onClose }: ScenarioPeekProps): ReactNode {
  const { scenario, tasks } = entry;
  const [chosen, setChosen] = useState(0);
  const page = `/scenarios/${encodeURIComponent(scenario.key)}`;
  const findings = scenario.findings?.items ?? [];
  return (
    <PeekFrame
      title={scenario.key}
      place={place}
      subtitle={scenario.description}
      onClose={onClose}
      actions={
        <>
          <PlayButton scenario={scenario.key} taskIdx={tasks.length === 0 ? null : chosen} variant="primary" />
          <NavLink href={page} className={buttonClass()}>
            {t('scenario.open')}
          </NavLink>
          <NavLink href={`${page}?tab=tools`} className={buttonClass({ variant: 'ghost' })}>
            {t('scenario.tools')}
          </NavLink>
        </>
      }
    >
      <PeekSection
        title={t('scenario.tasks')}
        note={t('scenario.runsSum', { agent: entry.agent.runs, human: entry.human.runs })}
      >
        <PeekTasks tasks={tasks} chosen={chosen} onChoose={setChosen} />
      </PeekSection>
      {findings.length === 0 ? null : (
        <PeekSection title={t('findings.title')} note={String(findings.length)}>
          <FindingLines scenarioKey={scenario.key} findings={findings} limit={6} />
        </PeekSection>
      )}
      <SchemaSummary scenarioKey={scenario.key} />
    </PeekFrame>
  );
}
