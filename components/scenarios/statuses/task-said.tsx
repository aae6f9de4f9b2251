'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatAbsolute } from '../../../lib/client/format.ts';
import { t } from '../messages.ts';
import { taskHistoryQuery } from '../../../lib/client/queries/outcomes.ts';
import type { EvidenceLink, TaskSaid as Said, TaskStatusName } from '../../../lib/contracts/task-statuses.ts';
import { StatusMark } from '../marks/status-mark.tsx';
import type { TaskEntry } from '../model/entries.ts';
import { StatusButtons } from './status-buttons.tsx';

interface TaskSaidProps {
  readonly task: TaskEntry;
  readonly onStatus: (status: TaskStatusName) => void;
}

/** What people say of a task, why and since when; what has changed since; and what was said before. */
export function TaskSaid({ task, onStatus }: TaskSaidProps): ReactNode {
  const { said, scenario, index } = task;
  const history = useQuery({
    ...taskHistoryQuery({ scenario: scenario.key, taskIdx: index }),
    enabled: said !== null,
  });
  const earlier = (history.data?.items ?? []).slice(1);
  return (
    <div className="flex flex-col gap-1.5">
      {said === null ? (
        <p className="text-text-2">{t('tasks.nothingSaid')}</p>
      ) : (
        <>
          <Word said={said} recheck={said.recheck.length > 0} />
          {said.recheck.length === 0 ? null : (
            <p className="text-warn">
              {t('tasks.recheckWhy', { parts: said.recheck.map((part) => t(`tasks.rechecks.${part}`)).join(', ') })}
            </p>
          )}
        </>
      )}
      <p className="flex flex-wrap gap-1.5">
        <StatusButtons onChoose={onStatus} />
      </p>
      {earlier.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer text-text-2">{t('tasks.history')}</summary>
          <ol className="flex flex-col gap-1.5 pt-1">
            {earlier.map((each) => (
              <li key={each.atMs}>
                <Word said={each} recheck={false} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

function Word({ said, recheck }: { readonly said: Said; readonly recheck: boolean }): ReactNode {
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2">
        <StatusMark status={said.status} said recheck={recheck} />
        <span className="text-text-2">{t('tasks.saidBy', { by: said.by, time: formatAbsolute(said.atMs) })}</span>
      </p>
      {said.reason === null ? null : <p className="wrap-anywhere whitespace-pre-wrap">{said.reason}</p>}
      {said.evidence.map((link) => (
        <Evidence key={link.href} link={link} />
      ))}
    </div>
  );
}

/** Addresses are people's: a page of this studio opens here, others without saying where one comes from. */
function Evidence({ link }: { readonly link: EvidenceLink }): ReactNode {
  return (
    <a
      href={link.href}
      rel="noreferrer noopener"
      className="block truncate text-accent underline"
      title={link.href}
    >
      {link.label}
    </a>
  );
}
