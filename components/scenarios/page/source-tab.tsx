'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { sourceQuery } from '../../../lib/client/queries/evidence.ts';
import type { ScenarioCode } from '../../../lib/contracts/evidence.ts';
import { Button } from '../../ui/button.tsx';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';

const editor = createLazyPart(async () => (await import('../../editor/index.ts')).CodeView);

/** The scenario's code, at the line or at the tool's route that the address names. */
export function SourceTab({ scenarioKey }: { readonly scenarioKey: string }): ReactNode {
  const source = useQuery(sourceQuery(scenarioKey));
  const view = editor.usePart();
  const params = useSearchParams();
  if (source.data === undefined && !source.isPending) {
    return <Failed why={source.error.message} onRetry={() => void source.refetch()} />;
  }
  if (view.state === 'failed') return <Failed why={t('common.unreachable')} onRetry={view.retry} />;
  if (source.data === undefined || view.state === 'waiting') return <Loading what={t('source.what')} />;
  const CodeView = view.part;
  return (
    <CodeView
      code={source.data.code}
      language="python"
      label={t('source.label', { scenario: scenarioKey })}
      highlight={rangeOf(source.data, params.get('line'), params.get('tool'))}
    />
  );
}

function Failed({ why, onRetry }: { readonly why: string; readonly onRetry: () => void }): ReactNode {
  return (
    <Notice
      tone="err"
      role="alert"
      title={t('source.failedTitle')}
      actions={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    >
      {why}
    </Notice>
  );
}

function rangeOf(
  { routes }: ScenarioCode,
  line: string | null,
  tool: string | null,
): { readonly from: number; readonly to: number } | null {
  const asked = Number(line);
  if (line !== null && Number.isInteger(asked) && asked > 0) return { from: asked, to: asked };
  const route = routes.find((candidate) => candidate.tool === tool);
  if (route?.line === undefined || route.line === null) return null;
  return { from: route.line, to: route.endLine ?? route.line };
}
