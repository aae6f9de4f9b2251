'use client';

import { useQuery } from '@tanstack/react-query';
import { NavLink } from '../../layout/nav-link.tsx';
import { type ReactNode, useMemo } from 'react';
import { ApiError } from '../../../lib/client/api-error.ts';
import { t } from './messages.ts';
import { scenarioListQuery } from '../../../lib/client/queries/scenarios.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { nearNames } from '../model/near-names.ts';

interface ScenarioFailedProps {
  readonly scenarioKey: string;
  readonly error: Error;
  readonly onRetry: () => void;
}

export function ScenarioFailed({ scenarioKey, error, onRetry }: ScenarioFailedProps): ReactNode {
  if (error instanceof ApiError && error.code === 'not_found') return <Unknown scenarioKey={scenarioKey} />;
  return (
    <Notice
      tone="err"
      role="alert"
      title={t('scenario.failedTitle')}
      actions={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    >
      {error.message}
    </Notice>
  );
}

function Unknown({ scenarioKey }: { readonly scenarioKey: string }): ReactNode {
  const list = useQuery(scenarioListQuery());
  const near = useMemo(
    () => nearNames(scenarioKey, list.data?.items.map(({ key }) => key) ?? []),
    [scenarioKey, list.data],
  );
  return (
    <Notice
      title={t('scenario.unknownTitle', { key: scenarioKey })}
      actions={
        <NavLink href="/" className={buttonClass()}>
          {t('scenario.toList')}
        </NavLink>
      }
    >
      <p>{t('scenario.unknownBody')}</p>
      {near.length === 0 ? null : (
        <>
          <p className="pt-2">{t('scenario.near')}</p>
          <ul>
            {near.map((key) => (
              <li key={key}>
                <NavLink href={`/scenarios/${encodeURIComponent(key)}`} className="text-accent underline">
                  {key}
                </NavLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}
