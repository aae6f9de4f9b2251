'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { formatSize } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { stepLogQuery } from '../../lib/client/queries/evidence.ts';
import { stepName } from '../../lib/client/step-name.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { StepLog } from '../../lib/contracts/evidence.ts';
import { CopyButton } from '../cells/index.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { Strip } from '../ui/strip.tsx';
import { parseLog } from './log-blocks.ts';
import { LogText } from './log-text.tsx';

/** What the scenario's process printed during the viewed step. */
export function LogTab({ viewed }: { readonly viewed: Viewed }): ReactNode {
  const { recordId, seq, step, hidden } = viewed;
  const log = useQuery({ ...stepLogQuery(recordId, seq), enabled: step !== null });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-9 shrink-0 items-center gap-2 border-line border-b px-2">
        <StepLinks viewed={viewed} />
        <span className="min-w-0 flex-1 truncate text-sm">
          {step === null ? t('log.seed') : t('log.step', { seq, name: stepName(step) })}
        </span>
        {log.data === undefined || log.data.bytes === 0 ? null : (
          <>
            <span className="text-sm text-text-2">{formatSize(log.data.bytes)}</span>
            <CopyButton label={t('ui.copy')} text={() => log.data.text} />
          </>
        )}
      </header>
      {step === null ? (
        <Notice title={t('log.seedTitle')}>{t('log.seedBody')}</Notice>
      ) : log.isPending ? (
        <Loading what={t('log.what')} />
      ) : log.isError ? (
        <Notice
          tone="err"
          role="alert"
          title={t('log.failedTitle')}
          actions={<Button onClick={() => void log.refetch()}>{t('common.retry')}</Button>}
        >
          {log.error.message}
        </Notice>
      ) : (
        <Slice log={log.data} seq={seq} linked={!hidden} />
      )}
    </div>
  );
}

interface SliceProps {
  readonly log: StepLog;
  readonly seq: number;
  /** The source may be looked at. */
  readonly linked: boolean;
}

function Slice({ log, seq, linked }: SliceProps): ReactNode {
  const blocks = useMemo(() => parseLog(log.text), [log.text]);
  if (blocks.length === 0) return <Notice title={t('log.emptyTitle', { seq })}>{t('log.emptyBody')}</Notice>;
  return (
    <>
      {log.complete ? null : (
        <Strip tone="warn">
          {t('log.cut', { size: formatSize(log.bytes), shown: formatSize(log.text.length) })}
        </Strip>
      )}
      <div
        role="region"
        aria-label={t('log.region', { seq })}
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto py-1 font-mono text-sm leading-[18px] outline-offset-[-2px]"
      >
        <LogText blocks={blocks} linked={linked} />
      </div>
    </>
  );
}

/** The step before and after, without leaving the log. */
function StepLinks({ viewed: { seq, newest } }: { readonly viewed: Viewed }): ReactNode {
  const links = [
    { to: seq - 1, icon: 'left', label: t('log.previous') },
    { to: seq + 1, icon: 'right', label: t('log.next') },
  ] as const;
  return (
    <span className="flex">
      {links.map(({ to, icon, label }) =>
        to < 0 || to > newest ? (
          <span key={icon} className={buttonClass({ variant: 'ghost', size: 'icon-sm' })}>
            <Icon name={icon} className="size-3.5 text-line-control" />
          </span>
        ) : (
          <UrlLink
            key={icon}
            set={{ step: String(to) }}
            aria-label={label}
            className={buttonClass({ variant: 'ghost', size: 'icon-sm' })}
          >
            <Icon name={icon} className="size-3.5" />
          </UrlLink>
        ),
      )}
    </span>
  );
}
