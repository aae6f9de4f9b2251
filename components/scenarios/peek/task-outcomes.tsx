'use client';

import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { Loading } from '../../ui/loading.tsx';
import { PartFailed } from '../../workspace/index.ts';

const PANEL = createLazyPart(async () => (await import('../../outcomes/outcomes-panel.tsx')).OutcomesPanel);

interface TaskOutcomesProps {
  readonly scenario: string;
  readonly taskIdx: number;
}

/** How the task's runs end, loaded when a peek is first opened: the list of tasks shows none of it. */
export function TaskOutcomes(props: TaskOutcomesProps): ReactNode {
  const panel = PANEL.usePart();
  switch (panel.state) {
    case 'waiting':
      return <Loading what={t('tasks.outcomes')} />;
    case 'failed':
      return <PartFailed what={t('tasks.outcomes')} onRetry={panel.retry} />;
    case 'ready':
      return <panel.part {...props} />;
  }
}
