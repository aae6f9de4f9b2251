'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { useKey } from '../../lib/client/keys/index.ts';
import { t } from './messages.ts';
import { firstLine } from '../../lib/domain/tool-text.ts';
import { wholeStepQuery } from '../../lib/client/queries/sessions.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import type { ToolInfo } from '../../lib/contracts/rest.ts';
import { fillDraft, NO_DRAFT, RequestTools, ToolForm, type ToolDraft } from '../tool-form/index.ts';
import { showToast } from '../ui/toast.ts';
import type { DraftState } from './draft-store.ts';
import { FIELD_HELP, HelpSourceContext } from './field-help.tsx';
import { RecentCalls } from './recent-calls.tsx';
import { groupOf } from './tool-facts.ts';

interface ChosenToolProps {
  readonly sessionId: string;
  readonly tool: ToolInfo;
  readonly drafts: StoreApi<DraftState>;
  readonly blocked: string | null;
  readonly failure: Error | null;
  readonly viewed: Viewed | null;
  readonly onCall: (toolName: string, argumentsJson: string) => void;
}

/** The form of the chosen tool, with its calls so far and what else can be done with a request. */
export function ChosenTool(props: ChosenToolProps): ReactNode {
  const { sessionId, tool, drafts, viewed } = props;
  const client = useQueryClient();
  const value = useStore(drafts, (state) =>
    Object.hasOwn(state.tools, tool.name) ? state.tools[tool.name] : undefined,
  );
  const actions = useStore(drafts, (state) => state.actions);
  const onEdit = useMemo(
    () => (change: (was: ToolDraft | undefined) => ToolDraft) => actions.edit(tool.name, change),
    [actions, tool.name],
  );
  const calls = useMemo(
    () =>
      (viewed?.steps ?? [])
        .filter((step) => step.kind === 'call_tool' && step.toolName === tool.name)
        .toReversed(),
    [viewed?.steps, tool.name],
  );
  const source = useMemo(
    () =>
      viewed === null ? null : { recordId: viewed.recordId, newest: viewed.newest, group: groupOf(tool) },
    [viewed, tool],
  );
  const ofViewed = calls.find(({ seq }) => seq === viewed?.seq) ?? calls[0];

  async function reuse(step: LiveStep): Promise<void> {
    const before = drafts.getState().tools[tool.name] ?? NO_DRAFT;
    const { arguments: given } = step;
    let json = given?.text ?? '{}';
    if (given?.complete === false) {
      const whole = await client.query(wholeStepQuery(step.episodeId, step.seq));
      json = whole?.argumentsJson ?? '{}';
    }
    onEdit((was) => fillDraft(tool.inputSchema, was ?? NO_DRAFT, json));
    offerUndo(t('form.filled', { seq: step.seq }), before);
  }

  function clear(): void {
    const before = drafts.getState().tools[tool.name] ?? NO_DRAFT;
    onEdit(() => NO_DRAFT);
    offerUndo(t('form.cleared'), before);
  }

  function offerUndo(text: string, before: ToolDraft): void {
    showToast({ tone: 'info', text, action: { label: t('form.undo'), onClick: () => onEdit(() => before) } });
  }

  function refill(step: LiveStep): void {
    reuse(step).catch(() => showToast({ tone: 'err', text: t('form.notFilled', { seq: step.seq }) }));
  }

  useKey('recent', () => document.querySelector<HTMLElement>('[data-recent][tabindex="0"]')?.focus(), {
    enabled: calls.length > 0,
  });

  return (
    <HelpSourceContext value={source}>
      <ToolForm
        key={tool.name}
        toolName={tool.name}
        inputSchema={tool.inputSchema}
        value={value}
        onEdit={onEdit}
        onCall={(argumentsJson) => props.onCall(tool.name, argumentsJson)}
        blocked={props.blocked}
        help={FIELD_HELP}
        note={viewed !== null && viewed.seq < viewed.newest ? <ActsOnLive viewed={viewed} /> : null}
        heading={
          tool.method === null ? null : (
            <p className="pt-1 font-mono text-text-2 text-xs wrap-anywhere">
              {tool.method} {tool.path}
            </p>
          )
        }
        tools={(argumentsJson) => (
          <RequestTools
            toolName={tool.name}
            target={{ sessionId, scenario: viewed?.scenario ?? null, taskIdx: viewed?.taskIdx ?? null }}
            argumentsJson={argumentsJson}
            resetTo={ofViewed === undefined ? null : { seq: ofViewed.seq, onReset: () => refill(ofViewed) }}
            onClear={value === undefined || isClear(value) ? null : clear}
          />
        )}
      >
        <p className="pt-0.5 pb-1.5 text-sm text-text-2">{firstLine(tool.description)}</p>
        <RecentCalls calls={calls} viewedSeq={viewed?.seq ?? null} onReuse={refill} />
        {props.failure === null ? null : (
          <p role="alert" className="mb-1 rounded-1 bg-err-soft px-2 py-1 text-err text-sm wrap-anywhere">
            <span aria-hidden="true">✕ </span>
            {t('form.failedTitle')}: {props.failure.message}
          </p>
        )}
      </ToolForm>
    </HelpSourceContext>
  );
}

function isClear({ draft, json }: ToolDraft): boolean {
  return json === null && draft.state === 'absent';
}

function ActsOnLive({ viewed }: { readonly viewed: Viewed }): ReactNode {
  const { seq, newest } = viewed;
  return (
    <span className="text-text-2">
      {seq === 0 ? t('form.actsOnSeed', { newest }) : t('form.actsOnLive', { newest, seq })}
    </span>
  );
}
