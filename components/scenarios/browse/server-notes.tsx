'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { healthQuery } from '../../../lib/client/queries/health.ts';

/** What does not hold on this server: sandbox layers that are missing, rows of packs that were skipped. */
export function ServerNotes(): ReactNode {
  const { data } = useQuery(healthQuery());
  if (data === undefined) return null;
  const problems = data.packs.flatMap((pack) => pack.problems);
  if (data.warnings.length === 0 && problems.length === 0) return null;
  return (
    <div className="on-tint max-h-[30dvh] shrink-0 overflow-y-auto border-line border-b bg-warn-soft px-3 py-1.5 text-sm">
      {data.warnings.map((warning) => (
        <p key={warning} className="wrap-anywhere">
          <span aria-hidden="true" className="text-warn">
            !{' '}
          </span>
          {warning}
        </p>
      ))}
      {problems.length === 0 ? null : (
        <details>
          <summary>
            <span aria-hidden="true" className="text-warn">
              !{' '}
            </span>
            {t('scenarios.problems', { count: problems.length })}
          </summary>
          <ul className="pl-4">
            {problems.map(({ file, line, message }, index) => (
              <li key={index} className="text-text-2 wrap-anywhere">
                <code className="text-sm">
                  {line === undefined ? file : t('scenarios.problemAt', { file, line })}
                </code>{' '}
                {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
