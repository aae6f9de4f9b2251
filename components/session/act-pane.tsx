'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { useKey, useKeyLabel } from '../../lib/client/keys/index.ts';
import { t } from './messages.ts';
import { sessionToolsQuery } from '../../lib/client/queries/sessions.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { createLazyPart } from '../ui/lazy-part.ts';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import type { DraftState } from './draft-store.ts';
import { EffectMark } from './effect-mark.tsx';
import { toolFacts, type ToolFacts } from './tool-facts.ts';
import { ToolList } from './tool-list.tsx';

interface ActPaneProps {
  readonly sessionId: string;
  readonly drafts: StoreApi<DraftState>;
  readonly blocked: string | null;
  readonly failure: Error | null;
  readonly onCall: (toolName: string, argumentsJson: string) => void;
  /** Null until there is an episode. */
  readonly viewed: Viewed | null;
}

/** The form and all that it needs: loaded with the first tool that is chosen, or looked at. */
const form = createLazyPart(async () => (await import('./chosen-tool.tsx')).ChosenTool);

const NO_STEPS: readonly LiveStep[] = [];

/** The tools, folded to one line above the form of the one that the URL names. */
export function ActPane(props: ActPaneProps): ReactNode {
  const tools = useQuery(sessionToolsQuery(props.sessionId, props.viewed?.recordId ?? null));
  const named = useSearchParams().get('tool');
  const [choosing, setChoosing] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const steps = props.viewed?.steps ?? NO_STEPS;
  const facts = useMemo(() => toolFacts(tools.data?.tools ?? [], steps), [tools.data, steps]);
  const chosen = facts.find(({ tool }) => tool.name === named);
  const open = choosing || chosen === undefined;
  const chosenTool = form.usePart(named !== null);
  useFocusFollowsTool(named, chosenTool.state === 'ready');

  function openList(): void {
    setChoosing(true);
    requestAnimationFrame(() => search.current?.focus());
  }

  function fold(): void {
    setChoosing(false);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-tool-line]')?.focus());
  }

  useKey('search', openList, { enabled: tools.isSuccess });

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
  return (
    <>
      {chosen === undefined ? null : (
        <ToolLine
          facts={chosen}
          count={facts.length}
          open={open}
          onToggle={() => (open ? fold() : openList())}
        />
      )}
      {open ? (
        <ToolList
          onLook={form.preload}
          facts={facts}
          chosen={chosen?.tool.name ?? null}
          onDone={fold}
          searchRef={search}
        />
      ) : null}
      {chosen !== undefined && chosenTool.state === 'failed' ? (
        <Notice
          tone="err"
          role="alert"
          title={t('common.partFailed', { what: chosen.tool.name })}
          actions={<Button onClick={chosenTool.retry}>{t('common.retry')}</Button>}
        >
          {t('common.unreachable')}
        </Notice>
      ) : null}
      {chosen === undefined || chosenTool.state !== 'ready' ? null : (
        <chosenTool.part
          sessionId={props.sessionId}
          tool={chosen.tool}
          drafts={props.drafts}
          blocked={props.blocked}
          failure={props.failure}
          viewed={props.viewed}
          onCall={props.onCall}
        />
      )}
    </>
  );
}

interface ToolLineProps {
  readonly facts: ToolFacts;
  readonly count: number;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** The chosen tool in one line; the whole of it opens the list. */
function ToolLine({ facts, count, open, onToggle }: ToolLineProps): ReactNode {
  const key = useKeyLabel('search');
  const { name } = facts.tool;
  return (
    <button
      type="button"
      data-tool-line=""
      aria-expanded={open}
      onClick={onToggle}
      className="on-tint flex min-h-9 w-full shrink-0 items-center gap-2 border-line border-b bg-surface-2 px-3 py-1 text-left hover:bg-surface-3 focus-visible:-outline-offset-2 max-md:min-h-11"
    >
      <Icon name={open ? 'down' : 'right'} className="size-3 text-text-2" />
      <span className="sr-only">{t('tools.line')}</span>
      <EffectMark effect={facts.effect} />
      <span className="min-w-0 flex-1 truncate font-mono font-semibold text-md" title={name}>
        {name}
      </span>
      <span className="shrink-0 text-sm text-text-2 max-md:hidden">{t('tools.count', { count })}</span>
      <span className="flex shrink-0 items-center gap-1 text-sm text-text-2">
        {key === null ? null : <Kbd>{key.shown}</Kbd>} {t('tools.toChange')}
      </span>
    </button>
  );
}

/**
 * The link that was followed is gone with the list. The focus goes on to the form (not to a field of it: that would raise
 * the keyboard of a phone), and back to its place in the list when Back takes the tool away.
 */
function useFocusFollowsTool(named: string | null, ready: boolean): void {
  const last = useRef(named);
  useEffect(() => {
    if (named !== null && !ready) return;
    const left = last.current;
    last.current = named;
    if (named === left) return;
    const target =
      named === null ? `a[data-tool="${CSS.escape(left ?? '')}"]` : `form[aria-label="${CSS.escape(named)}"]`;
    // After the fold, which gives the focus to the line.
    const frame = requestAnimationFrame(() => document.querySelector<HTMLElement>(target)?.focus());
    return () => cancelAnimationFrame(frame);
  }, [named, ready]);
}
