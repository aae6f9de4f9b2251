'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatAbsolute, formatAgo } from '../../../lib/client/format.ts';
import { accessLogQuery } from '../../../lib/client/queries/people.ts';
import { useNow } from '../../../lib/client/use-now.ts';
import { Section } from '../section.tsx';
import { Listed } from './listed.tsx';
import { t } from './messages.ts';

export function AccessLogSection(): ReactNode {
  const log = useQuery(accessLogQuery());
  const now = useNow();
  return (
    <Section title={t('people.log')} hint={t('people.logHint')}>
      <Listed
        label={t('people.log')}
        query={log}
        empty=""
        keyOf={({ atMs, by, action, about }) => `${String(atMs)} ${by} ${action} ${about}`}
      >
        {({ atMs, by, action, about }) => (
          <>
            <time title={formatAbsolute(atMs)} className="w-24 text-text-2">
              {formatAgo(atMs, now)}
            </time>
            <span className="font-medium">{by}</span>
            <span className="min-w-0 flex-1 break-words">
              {action} <span className="text-text-2">{about}</span>
            </span>
          </>
        )}
      </Listed>
    </Section>
  );
}
