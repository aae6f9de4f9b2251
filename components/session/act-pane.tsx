'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { t } from '../../lib/client/messages/index.ts';
import { sessionToolsQuery } from '../../lib/client/queries/sessions.ts';
import type { ToolInfo } from '../../lib/contracts/rest.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { ToolForm } from '../tool-form/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { NO_DRAFTS, type DraftState } from './draft-store.ts';
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

function ChosenTool({ tool, toolCount, drafts, blocked, failure, onCall }: ChosenToolProps): ReactNode {
  const typed = useStore(drafts, (state) => state.tools[tool.name] ?? NO_DRAFTS);
  const actions = useStore(drafts, (state) => state.actions);
  return (
    <>
      <UrlLink
        set={{ tool: null }}
        className="on-tint flex min-h-9 shrink-0 items-center gap-2 border-line border-b bg-surface-2 px-3 py-1 hover:bg-surface-3 focus-visible:-outline-offset-2"
      >
        <Icon name="right" className="size-3 text-text-2" />
        <span className="min-w-0 flex-1 font-mono font-semibold text-md wrap-anywhere">{tool.name}</span>
        <span className="shrink-0 text-sm text-text-2">{t('tools.change', { count: toolCount })}</span>
      </UrlLink>
      <ToolForm
        key={tool.name}
        toolName={tool.name}
        inputSchema={tool.inputSchema}
        drafts={typed}
        onDraftChange={(field, draft) => actions.setField(tool.name, field, draft)}
        onClear={() => actions.clearTool(tool.name)}
        onCall={(argumentsJson) => onCall(tool.name, argumentsJson)}
        blocked={blocked}
      >
        <div className="pt-1 pb-2 text-sm text-text-2">
          {tool.method === null ? null : (
            <p className="font-mono text-xs wrap-anywhere">
              {tool.method} {tool.path}
            </p>
          )}
          <p>{firstLine(tool.description)}</p>
        </div>
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
