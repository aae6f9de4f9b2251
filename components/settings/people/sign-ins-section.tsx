'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { deviceName } from '../../../lib/client/device-name.ts';
import { formatAbsolute, formatAgo } from '../../../lib/client/format.ts';
import { signInsQuery } from '../../../lib/client/queries/people.ts';
import { useNow } from '../../../lib/client/use-now.ts';
import { peopleRoutes } from '../../../lib/contracts/rest-people.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../section.tsx';
import { Listed } from './listed.tsx';
import { t } from './messages.ts';
import { useChange } from './use-change.ts';

export function SignInsSection(): ReactNode {
  const signIns = useQuery(signInsQuery());
  const now = useNow();
  const end = useChange((id: string) => callApi(peopleRoutes.endSignIn, { params: { id } }));
  const others = signIns.data?.items.some(({ current }) => !current) === true;
  return (
    <Section
      title={t('people.signIns')}
      hint={t('people.signInsHint')}
      actions={
        others ? (
          <Button size="sm" onClick={() => end.mutate('others')}>
            {t('people.endOthers')}
          </Button>
        ) : null
      }
    >
      <Listed label={t('people.signIns')} query={signIns} empty="" keyOf={({ id }) => id}>
        {({ id, current, device, seenAtMs, expiresAtMs }) => {
          const shown = deviceName(device) || t('people.unknownDevice');
          return (
            <>
              <span className="min-w-0 flex-1 break-words">
                {shown}{' '}
                <span className="text-text-2">
                  <time title={formatAbsolute(seenAtMs)}>{formatAgo(seenAtMs, now)}</time>
                  {' · '}
                  {t('people.until', { time: formatAbsolute(expiresAtMs) })}
                </span>
              </span>
              {current ? (
                <Badge tone="ok">{t('people.thisOne')}</Badge>
              ) : (
                <Button
                  size="sm"
                  aria-label={t('people.endOf', { device: shown })}
                  onClick={() => end.mutate(id)}
                >
                  {t('people.end')}
                </Button>
              )}
            </>
          );
        }}
      </Listed>
    </Section>
  );
}
