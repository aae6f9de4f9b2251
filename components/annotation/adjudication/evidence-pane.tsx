'use client';

import { useSearchParams } from 'next/navigation';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { blindViewed } from '../../../lib/client/blind-viewed.ts';
import { useKey, useKeyLabel } from '../../../lib/client/keys/index.ts';
import type { Viewed } from '../../../lib/client/viewed.ts';
import type { BlindRun, BlindStep } from '../../../lib/contracts/annotation/labelling.ts';
import { givesAnswer } from '../../../lib/domain/gives-answer.ts';
import type { TaskWords } from '../../../lib/domain/task-words/index.ts';
import { replaceUrl } from '../../layout/url-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { createLazyPart, type LazyPart } from '../../ui/lazy-part.ts';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { StepEvidence } from './evidence.tsx';
import { t } from './messages.ts';
import { NAMED } from './named.tsx';
import { StepList } from './step-list.tsx';

type Part = LazyPart<ComponentType<{ readonly viewed: Viewed }>>;
const PARTS: Readonly<Record<'tables' | 'sql', Part>> = {
  tables: createLazyPart(async () => (await import('../../tables/index.ts')).TablesTab),
  sql: createLazyPart(async () => (await import('../../sql/index.ts')).SqlTab),
};
const KINDS = ['step', 'tables', 'sql'] as const;

interface EvidencePaneProps {
  /** Stands for the run in the evidence routes. */
  readonly alias: string;
  readonly run: BlindRun;
  readonly step: BlindStep;
  readonly words: TaskWords;
  /** All steps stand beside it: the run is looked at, not a row. */
  readonly whole: boolean;
  /** Of a pair: which of its runs. */
  readonly sides: ReactNode;
  readonly onStep: (seq: number) => void;
  /** Null: nothing can be sent from here. */
  readonly onFix: (() => void) | null;
}

/** What a step said, changed and answered, or the state that it left as tables and SQL. */
export function EvidencePane(props: EvidencePaneProps): ReactNode {
  const { alias, run, step, words, whole, sides, onStep, onFix } = props;
  const asked = useSearchParams().get('evidence');
  const kind = KINDS.find((each) => each === asked) ?? 'step';
  const show = (next: (typeof KINDS)[number]) => replaceUrl({ evidence: next === 'step' ? null : next });
  useKey('adjudicate.evidence', () => show(KINDS[(KINDS.indexOf(kind) + 1) % KINDS.length] ?? 'step'));
  const fix = useKeyLabel('adjudicate.fix');
  return (
    <section
      aria-label={t('adjudication.evidence', { seq: step.seq })}
      className={`flex flex-1 flex-col shrink-0 max-md:flex-none ${kind === 'step' ? 'min-h-40' : 'min-h-56'}`}
    >
      <header className="on-tint flex min-h-8 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-surface-2 px-4 py-0.5 text-sm">
        <span className="flex min-w-0 items-center gap-2">
          <span
            aria-hidden="true"
            className={step.failed ? 'text-err' : step.wrote ? 'text-write' : 'text-read'}
          >
            {step.failed ? '✕' : step.wrote ? '●' : '○'}
          </span>
          <b className="shrink-0 font-medium">{t('adjudication.step', { seq: step.seq })}</b>
          <span className="truncate font-mono">{step.toolName ?? step.kind}</span>
          {givesAnswer(step, run) ? <span className="truncate">{t('adjudication.finalAnswer')}</span> : null}
        </span>
        {sides}
        <Segmented
          size="sm"
          label={t('adjudication.evidenceOf')}
          value={kind}
          segments={[
            { value: 'step', label: t('adjudication.evidenceStep') },
            { value: 'tables', label: t('adjudication.evidenceTables') },
            { value: 'sql', label: t('adjudication.evidenceSql') },
          ]}
          onChange={show}
        />
        <span className="ml-auto flex items-center gap-3">
          <span className="text-text-2 max-lg:hidden">
            <span className={NAMED}>{t('adjudication.field')}</span> {t('adjudication.namedHere')}
          </span>
          {onFix === null ? null : (
            <Button size="sm" aria-keyshortcuts={fix?.aria} onClick={onFix}>
              {t('adjudication.toFix')}
              {fix === null ? null : <Kbd>{fix.shown}</Kbd>}
            </Button>
          )}
        </span>
      </header>
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        {whole ? <StepList steps={run.steps} at={step.seq} onStep={onStep} /> : null}
        {kind === 'step' ? (
          <StepEvidence alias={alias} step={step} words={words} />
        ) : (
          <StatePart key={kind} kind={kind} alias={alias} run={run} seq={step.seq} />
        )}
      </div>
    </section>
  );
}

interface StatePartProps {
  readonly kind: 'tables' | 'sql';
  readonly alias: string;
  readonly run: BlindRun;
  readonly seq: number;
}

function StatePart({ kind, alias, run, seq }: StatePartProps): ReactNode {
  const body = PARTS[kind].usePart();
  const viewed = useMemo(() => blindViewed(alias, run, seq), [alias, run, seq]);
  switch (body.state) {
    case 'waiting':
      return (
        <Loading what={t(kind === 'tables' ? 'adjudication.evidenceTables' : 'adjudication.evidenceSql')} />
      );
    case 'failed':
      return (
        <Notice
          tone="err"
          role="alert"
          title={t('adjudication.evidenceFailed')}
          actions={<Button onClick={body.retry}>{t('common.retry')}</Button>}
        />
      );
    case 'ready':
      return (
        <div className="flex min-h-0 min-w-0 flex-1 flex-col max-md:h-96">
          <body.part viewed={viewed} />
        </div>
      );
  }
}
