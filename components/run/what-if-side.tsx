'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { t } from './what-if-messages.ts';
import { runKeys } from '../../lib/client/queries/run.ts';
import { scenarioToolsQuery } from '../../lib/client/queries/scenarios.ts';
import { wholeStepQuery } from '../../lib/client/queries/sessions.ts';
import { compareHref, runHref } from '../../lib/client/run-links.ts';
import { stepName } from '../../lib/client/step-name.ts';
import { type WhatIfResult, whatIfResultSchema } from '../../lib/contracts/branches.ts';
import type { Job } from '../../lib/contracts/jobs.ts';
import { branchRoutes } from '../../lib/contracts/rest-branches.ts';
import type { ToolInfo } from '../../lib/contracts/rest.ts';
import { JobProgress } from '../jobs/index.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { fillDraft, NO_DRAFT, type ToolDraft, ToolForm } from '../tool-form/index.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { FieldError } from '../ui/input.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import { VerdictBadge } from '../ui/verdict-badge.tsx';
import type { RunView } from './use-run.ts';

type Instead = { readonly toolName: string; readonly arguments: Record<string, unknown> } | null;

/** What if the viewed step had not been, or had been another: the rest is played again, and judged. */
export function WhatIfSide({ view }: { readonly view: RunView }): ReactNode {
  const { seq, step } = view.viewed;
  if (step?.kind !== 'call_tool') {
    return <Notice title={t('run.whatif.pick')}>{t('run.whatif.pickBody')}</Notice>;
  }
  return <WhatIf key={seq} view={view} seq={seq} name={stepName(step)} />;
}

interface WhatIfProps {
  readonly view: RunView;
  readonly seq: number;
  readonly name: string;
}

function WhatIf({ view, seq, name }: WhatIfProps): ReactNode {
  const { id, scenario } = view.episode;
  const client = useQueryClient();
  const [how, setHow] = useState<'drop' | 'replace'>('drop');
  const [over, setOver] = useState<Job | null>(null);
  const attempt = useMutation({
    networkMode: 'always',
    mutationFn: (instead: Instead) =>
      callApi(branchRoutes.tryWhatIf, {
        params: { id },
        body: instead === null ? { seq } : { seq, instead },
      }),
  });
  const result = over === null ? null : whatIfResultSchema.safeParse(over.result);
  const head = (
    <div className="flex shrink-0 flex-col gap-2 px-3 py-2 text-sm">
      <p>
        {t('run.whatif.title', { seq })} <b className="font-mono">{name}</b>{' '}
        <span className="text-text-2">{t('run.whatif.what')}</span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={t('run.sides.whatif')}
          value={how}
          onChange={setHow}
          segments={[
            { value: 'drop', label: t('run.whatif.drop') },
            { value: 'replace', label: t('run.whatif.replace') },
          ]}
        />
        {how === 'drop' ? (
          <Button variant="primary" busy={attempt.isPending} onClick={() => attempt.mutate(null)}>
            {t('run.whatif.without')}
          </Button>
        ) : null}
      </div>
      {attempt.isError ? <FieldError id="what-if-error">{attempt.error.message}</FieldError> : null}
      {attempt.data === undefined ? null : (
        <JobProgress
          key={attempt.data.id}
          id={attempt.data.id}
          brief
          onEnd={(job) => {
            setOver(job);
            void client.invalidateQueries({ queryKey: runKeys.lineage(id) });
          }}
        />
      )}
      {result?.success === true ? <Result result={result.data} id={id} /> : null}
    </div>
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      {head}
      {how === 'replace' ? (
        <Replacement
          recordId={id}
          scenario={scenario}
          seq={seq}
          name={name}
          busy={attempt.isPending}
          onTry={attempt.mutate}
        />
      ) : null}
    </div>
  );
}

function Result({ result, id }: { readonly result: WhatIfResult; readonly id: string }): ReactNode {
  const { before, after, flips, changedSteps, runId } = result;
  return (
    <section
      role="status"
      aria-label={t('run.whatif.result')}
      className="flex flex-col gap-1 rounded-1 border border-line-strong px-2 py-1.5"
    >
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {t(flips ? 'run.whatif.flips' : 'run.whatif.stays')}
        {before === null ? '–' : <VerdictBadge verdict={before} />}
        <span aria-hidden="true">→</span>
        {after === null ? '–' : <VerdictBadge verdict={after} />}
      </p>
      <p className="text-text-2">
        {changedSteps.length === 0
          ? t('run.whatif.noOther')
          : t('run.whatif.others', {
              steps: changedSteps.slice(0, 20).join(', '),
              count: changedSteps.length,
            })}
      </p>
      <p className="flex flex-wrap gap-2">
        <NavLink href={runHref(runId)} className={buttonClass({ size: 'sm' })}>
          {t('run.whatif.open')}
        </NavLink>
        <NavLink href={compareHref([id, runId])} className={buttonClass({ size: 'sm' })}>
          {t('run.whatif.compare')}
        </NavLink>
      </p>
    </section>
  );
}

interface ReplacementProps {
  readonly recordId: string;
  readonly scenario: string;
  readonly seq: number;
  /** The tool that was called. */
  readonly name: string;
  readonly busy: boolean;
  readonly onTry: (instead: Instead) => void;
}

function Replacement(props: ReplacementProps): ReactNode {
  const tools = useQuery(scenarioToolsQuery(props.scenario));
  const step = useQuery(wholeStepQuery(props.recordId, props.seq));
  const [chosen, setChosen] = useState(props.name);
  if (tools.isError) {
    return (
      <Notice tone="err" role="alert" title={t('tools.failedTitle')}>
        {tools.error.message}
      </Notice>
    );
  }
  if (tools.isPending || step.isPending) return <Loading what={t('tools.what')} />;
  const tool = tools.data.tools.find(({ name }) => name === chosen);
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-line border-y bg-surface-2 px-3 py-1.5 text-sm">
        <span>{t('run.whatif.instead')}</span>
        <Select
          label={t('run.whatif.instead')}
          value={tool === undefined ? null : chosen}
          options={tools.data.tools.map(({ name }) => ({ value: name, label: name }))}
          onChange={setChosen}
          className="min-w-0 flex-1"
        />
      </div>
      {tool === undefined ? (
        <Notice title={t('run.whatif.toolGone', { name: chosen })} />
      ) : (
        <InsteadForm
          key={tool.name}
          tool={tool}
          seed={tool.name === props.name ? (step.data?.argumentsJson ?? null) : null}
          busy={props.busy}
          onTry={props.onTry}
        />
      )}
    </>
  );
}

interface InsteadFormProps {
  readonly tool: ToolInfo;
  /** What the step sent, where the tool is the same. */
  readonly seed: string | null;
  readonly busy: boolean;
  readonly onTry: (instead: Instead) => void;
}

function InsteadForm({ tool, seed, busy, onTry }: InsteadFormProps): ReactNode {
  const [value, setValue] = useState<ToolDraft | undefined>(() =>
    seed === null ? undefined : fillDraft(tool.inputSchema, NO_DRAFT, seed),
  );
  const edit = useCallback(
    (change: (was: ToolDraft | undefined) => ToolDraft) => setValue((was) => change(was)),
    [],
  );
  return (
    <ToolForm
      toolName={tool.name}
      inputSchema={tool.inputSchema}
      value={value}
      onEdit={edit}
      submitLabel={t('run.whatif.try')}
      blocked={busy ? t('form.calling') : null}
      heading={null}
      tools={() => null}
      onCall={(json) =>
        onTry({ toolName: tool.name, arguments: JSON.parse(json) as Record<string, unknown> })
      }
    />
  );
}
