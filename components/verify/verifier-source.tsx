'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from './messages.ts';
import { taskDetailQuery } from '../../lib/client/queries/evidence.ts';
import type { VerdictDetail } from '../../lib/contracts/evidence.ts';
import { CodeView } from '../editor/index.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { FailedNotice } from '../blind/index.ts';

interface VerifierSourceProps {
  readonly scenario: string;
  readonly taskIdx: number;
  /** The run at the viewed state, where there is one. */
  readonly detail: VerdictDetail | undefined;
}

/** The code of the task's verifiers; the line where the viewed run ended stands out. */
export function VerifierSource({ scenario, taskIdx, detail }: VerifierSourceProps): ReactNode {
  const task = useQuery(taskDetailQuery(scenario, taskIdx));
  const [chosen, setChosen] = useState<'code' | 'sql' | null>(null);
  if (task.isPending) return <Loading what={t('verify.sourceWhat')} />;
  if (task.isError) {
    return (
      <FailedNotice
        error={task.error}
        title={t('verify.sourceFailed')}
        actions={<Button onClick={() => void task.refetch()}>{t('common.retry')}</Button>}
      />
    );
  }
  const { verifiers } = task.data;
  const shown = verifiers.find(({ mode }) => mode === chosen) ?? verifiers[0];
  if (shown === undefined) return null;
  const ran = detail?.mode === shown.mode ? detail : undefined;
  const changed = ran !== undefined && ran.verifierHash !== shown.hash;
  const line = changed ? null : (ran?.endedAtLine ?? null);
  return (
    <section aria-labelledby="verifier-source" className="flex min-h-72 flex-1 flex-col border-line border-t">
      <header className="flex min-h-9 flex-wrap items-center gap-2 px-3 py-1">
        <h2 id="verifier-source" className="font-semibold text-sm">
          {t('verify.source')}
        </h2>
        {verifiers.length < 2 ? null : (
          <Segmented
            label={t('verify.verifier')}
            size="sm"
            value={shown.mode}
            onChange={setChosen}
            segments={verifiers.map(({ mode }) => ({ value: mode, label: t(`verify.${mode}`) }))}
          />
        )}
        <span className="min-w-0 truncate font-mono text-sm text-text-2">{shown.functionName}</span>
        {line === null ? null : <span className="text-sm text-text-2">{t('verify.ended', { line })}</span>}
        <span className="flex-1" />
        <NavLink
          href={`/verifiers/${encodeURIComponent(scenario)}/${String(taskIdx)}?mode=${shown.mode}`}
          className="text-accent text-sm hover:underline"
        >
          {t('verifiers.openWorkbench')}
        </NavLink>
      </header>
      {changed ? <p className="px-3 pb-1 text-sm text-warn">! {t('verify.changed')}</p> : null}
      {shown.mode === 'sql' ? <p className="px-3 pb-1 text-sm text-text-2">{t('verify.sqlHint')}</p> : null}
      <CodeView
        key={shown.hash}
        code={shown.code}
        language="python"
        label={`${t('verify.source')}: ${shown.functionName}`}
        highlight={line === null ? null : { from: line, to: line }}
      />
    </section>
  );
}
