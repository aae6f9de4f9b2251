'use client';

import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/client/format.ts';
import { useKeyLabel } from '../../../lib/client/keys/index.ts';
import { t } from '../messages.ts';
import type { TaskStatusName } from '../../../lib/contracts/task-statuses.ts';
import { May } from '../../identity/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { StatusButtons } from './status-buttons.tsx';
import type { TaskSelection } from './use-task-selection.ts';

interface SelectionBarProps {
  readonly selection: TaskSelection;
  /** Tasks that match the filter. */
  readonly shown: number;
  readonly onStatus: (status: TaskStatusName) => void;
}

/** What is selected and what can be said of it. Nothing while nothing is. */
export function SelectionBar({ selection, shown, onStatus }: SelectionBarProps): ReactNode {
  const clearKey = useKeyLabel('list.clear');
  const count = selection.ids.size;
  if (count === 0) return null;
  return (
    <section
      aria-label={t('tasks.selection')}
      className="on-tint flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b bg-accent-soft px-3 py-1"
    >
      <Checkbox
        checked={count >= shown ? true : 'mixed'}
        onChange={selection.clear}
        label={<span className="sr-only">{t('tasks.clear')}</span>}
      />
      <b role="status" className="font-semibold text-sm">
        {t('tasks.selected', { count: formatNumber(count) })}
      </b>
      {count < shown ? (
        <button
          type="button"
          onClick={selection.chooseAll}
          className="min-h-6 font-medium text-accent text-sm underline underline-offset-3"
        >
          {t('tasks.selectAll', { count: formatNumber(shown) })}
        </button>
      ) : null}
      <May needs="write">
        <span className="text-sm text-text-2">{t('tasks.setStatus')}</span>
        <StatusButtons onChoose={onStatus} />
      </May>
      <Button variant="ghost" className="ml-auto" onClick={selection.clear}>
        {t('tasks.clear')}
        {clearKey === null ? null : (
          <span className="ml-1.5">
            <Kbd>{clearKey.shown}</Kbd>
          </span>
        )}
      </Button>
    </section>
  );
}
