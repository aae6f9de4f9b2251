'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { formatNumber, formatSize } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { keepingQuery } from '../../lib/client/queries/keeping.ts';
import type { ExperimentBytes } from '../../lib/contracts/keeping.ts';
import { May } from '../identity/index.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { DeletionList } from './deletion-list.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { FailedNotice } from '../blind/index.ts';

/** What runs take on disk, experiment by experiment, and how long each is kept. */
export function KeepingSection(): ReactNode {
  const keeping = useQuery(keepingQuery());
  const [open, setOpen] = useState<string | null | undefined>(undefined);
  const trigger = useRef<HTMLButtonElement>(null);
  const items = keeping.data?.items ?? [];
  function close(): void {
    // The form goes, and the focus with it.
    trigger.current?.focus();
    setOpen(undefined);
  }
  return (
    <section aria-labelledby="keeping" className="rounded-2 border border-line bg-surface">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-line border-b px-3 py-2">
        <h2 id="keeping" className="font-semibold">
          {t('keeping.title')}
        </h2>
        <p className="min-w-0 flex-1 text-sm text-text-2">{t('keeping.hint')}</p>
        {keeping.isSuccess ? (
          <span className="text-sm tabular-nums">{formatSize(keeping.data.bytes)}</span>
        ) : null}
      </div>
      {keeping.isPending ? <Loading what={t('keeping.what')} /> : null}
      {keeping.isError ? (
        <FailedNotice
          error={keeping.error}
          title={t('keeping.failed')}
          actions={<Button onClick={() => void keeping.refetch()}>{t('common.retry')}</Button>}
        />
      ) : null}
      {keeping.data?.items.length === 0 ? <p className="px-3 py-2 text-sm">{t('keeping.empty')}</p> : null}
      {items.length === 0 ? null : (
        <ul
          tabIndex={0}
          className="max-h-96 overflow-y-auto focus-visible:outline-focus"
          aria-label={t('keeping.title')}
        >
          {items.map((item) => (
            <li key={item.experiment ?? ''} className="border-line px-3 py-2 not-first:border-t">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
                <span className="min-w-32 flex-1 wrap-anywhere">{item.experiment ?? t('keeping.none')}</span>
                <span className="text-text-2 tabular-nums">
                  {t('keeping.runs', { count: item.runs, kept: formatNumber(item.kept) })}
                </span>
                <span className="tabular-nums">{formatSize(item.bytes)}</span>
                <May needs="admin">
                  <Button
                    ref={open === item.experiment ? trigger : undefined}
                    size="sm"
                    aria-expanded={open === item.experiment}
                    onClick={() => setOpen(open === item.experiment ? undefined : item.experiment)}
                  >
                    {t(item.rule === null ? 'keeping.addRule' : 'keeping.editRule')}
                  </Button>
                </May>
              </div>
              {item.rule === null ? null : <p className="text-sm text-text-2">{ruleText(item)}</p>}
              {open === item.experiment ? <RuleEditor item={item} onDone={close} /> : null}
            </li>
          ))}
        </ul>
      )}
      {keeping.isSuccess ? (
        <May needs="write">
          <DeletionList />
        </May>
      ) : null}
    </section>
  );
}

function ruleText({ rule }: ExperimentBytes): string {
  if (rule === null) return '';
  return [
    rule.days === null ? null : t('keeping.forDays', { count: rule.days }),
    rule.newest === null ? null : t('keeping.theNewest', { count: rule.newest }),
    rule.bytes === null ? null : t('keeping.upTo', { size: formatSize(rule.bytes) }),
    rule.states === null ? null : t(`keeping.states.${rule.states}`),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
