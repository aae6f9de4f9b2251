'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { t } from '../../lib/client/messages/index.ts';
import { sessionToolsQuery } from '../../lib/client/queries/sessions.ts';
import type { ToolInfo } from '../../lib/contracts/rest.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { RequestTools, ToolForm, type ToolDraft } from '../tool-form/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import type { DraftState } from './draft-store.ts';
import { firstLine, ToolList } from './tool-list.tsx';

interface ActPaneProps {
  readonly sessionId: string;
  readonly drafts: StoreApi<DraftState>;
  readonly blocked: string | null;
  readonly failure: Error | null;
  readonly onCall: (toolName: string, argumentsJson: string) => void;
}

/** The tools, or the form of the one that the URL names. */
export function ActPane(props: ActPaneProps): ReactNode {
  const tools = useQuery(sessionToolsQuery(props.sessionId));
  const named = useSearchParams().get('tool');
  useFocusFollowsTool(named);
  if (tools.isPending) return <Loading what={t('tools.what')} />;
  if (tools.isError) {
    return (
      <Notice
        tone="err"
        role="alert"
        title={t('tools.failedTitle')}
        actions={<Button onClick={() => void tools.refetch()}>{t('common.retry')}</Button>}
      >
        {tools.error.message}
      </Notice>
    );
  }
  const tool = tools.data.tools.find((one) => one.name === named);
  if (tool === undefined) return <ToolList tools={tools.data.tools} />;
  return <ChosenTool {...props} tool={tool} toolCount={tools.data.tools.length} />;
}

/**
 * The link that was followed is gone with the list, or with the form. The focus goes on to the form (not to a field of
 * it: that would raise the keyboard of a phone), and back to where it was in the list.
 */
function useFocusFollowsTool(named: string | null): void {
  const last = useRef(named);
  useEffect(() => {
    const left = last.current;
    last.current = named;
    if (named === left) return;
    const target =
      named === null ? `a[data-tool="${CSS.escape(left ?? '')}"]` : `form[aria-label="${CSS.escape(named)}"]`;
    document.querySelector<HTMLElement>(target)?.focus();
  }, [named]);
}

interface ChosenToolProps extends ActPaneProps {
  readonly tool: ToolInfo;
  readonly toolCount: number;
}

function ChosenTool(props: ChosenToolProps): ReactNode {
  const { tool, drafts, blocked, failure, onCall } = props;
  const value = useStore(drafts, (state) =>
    Object.hasOwn(state.tools, tool.name) ? state.tools[tool.name] : undefined,
  );
  const actions = useStore(drafts, (state) => state.actions);
  const onEdit = useMemo(
    () => (change: (was: ToolDraft | undefined) => ToolDraft) => actions.edit(tool.name, change),
    [actions, tool.name],
  );
  return (
    <>
      <UrlLink
        set={{ tool: null }}
        className="on-tint flex min-h-9 shrink-0 items-center gap-2 border-line border-b bg-surface-2 px-3 py-1 hover:bg-surface-3 focus-visible:-outline-offset-2"
      >
        <Icon name="right" className="size-3 text-text-2" />
        <span className="min-w-0 flex-1 font-mono font-semibold text-md wrap-anywhere">{tool.name}</span>
        <span className="shrink-0 text-sm text-text-2">{t('tools.change', { count: props.toolCount })}</span>
      </UrlLink>
      <ToolForm
        key={tool.name}
        toolName={tool.name}
        inputSchema={tool.inputSchema}
        value={value}
        onEdit={onEdit}
        onCall={(argumentsJson) => onCall(tool.name, argumentsJson)}
        blocked={blocked}
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
            target={{ sessionId: props.sessionId, scenario: null, taskIdx: null }}
            argumentsJson={argumentsJson}
            resetTo={null}
            onClear={null}
          />
        )}
      >
        <p className="pt-1 pb-2 text-sm text-text-2">{firstLine(tool.description)}</p>
        {failure === null ? null : (
          <p role="alert" className="mb-1 rounded-1 bg-err-soft px-2 py-1 text-err text-sm wrap-anywhere">
            <span aria-hidden="true">✕ </span>
            {t('form.failedTitle')}: {failure.message}
          </p>
        )}
      </ToolForm>
    </>
  );
}
