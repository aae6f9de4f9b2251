'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { healthQuery } from '../../lib/client/queries/health.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section, Setting } from './section.tsx';

type Health = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof healthQuery>['queryFn']>>>>;

/** What the server says of itself, as far as it matters to somebody who plays. */
export function ServerSection(): ReactNode {
  const health = useQuery(healthQuery());
  return (
    <Section title={t('settings.server')}>
      {health.isPending ? <Loading what={t('settings.serverWhat')} /> : null}
      {health.isError ? (
        <Notice
          tone="err"
          title={t('settings.serverFailed')}
          actions={<Button onClick={() => void health.refetch()}>{t('common.retry')}</Button>}
        >
          {health.error.message}
        </Notice>
      ) : null}
      {health.isSuccess ? <Facts health={health.data} /> : null}
    </Section>
  );
}

function Facts({ health }: { readonly health: Health }): ReactNode {
  const { landlock, seccomp, rlimits, namespaces } = health.sandbox;
  const layers = [
    ['Landlock', landlock.active, landlock.why],
    ['seccomp', seccomp.active, seccomp.why],
    ['namespaces', namespaces.active, namespaces.why],
    ['rlimits', rlimits, undefined],
  ] as const;
  const well = health.status === 'healthy';
  return (
    <>
      <Setting label={t('settings.status')} hint={health.warnings.join(' ')}>
        <Badge tone={well ? 'ok' : 'warn'}>
          <span aria-hidden="true">{well ? '✓' : '!'}</span>
          {t(well ? 'settings.healthy' : 'settings.degraded')}
        </Badge>
      </Setting>
      <Setting label={t('settings.version')}>{health.version}</Setting>
      <Setting label={t('settings.runtime')}>
        {t('settings.runtimeValue', { node: health.node, python: health.python })}
      </Setting>
      <Setting label={t('settings.sessions')}>
        {t('settings.sessionsValue', { open: health.sessions.open, max: health.sessions.max })}
      </Setting>
      <Setting label={t('settings.sandbox')}>
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
          {layers.map(([layer, holds, why]) => (
            <li key={layer} title={why}>
              <span aria-hidden="true" className={holds ? 'text-ok' : 'text-warn'}>
                {holds ? '✓' : '!'}
              </span>{' '}
              {t(holds ? 'settings.layerOn' : 'settings.layerOff', { layer })}
            </li>
          ))}
        </ul>
      </Setting>
    </>
  );
}
