'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useKey, useKeyLabel } from '../../lib/client/keys/index.ts';
import { t } from './messages.ts';
import { wholeStepQuery } from '../../lib/client/queries/sessions.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import { effectOf } from '../../lib/domain/step-effect.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Kbd } from '../ui/kbd.tsx';
import { StepMark } from '../ui/step-mark.tsx';
import { type AgentWords, readWords } from '../../lib/domain/agent-words.ts';

/** With a longer answer the words wait until they are asked for: it has to be read whole. */
const READ_CHARS = 4_000_000;
/** Longer than what fits into two lines of a wide pane. */
const FOLDED_CHARS = 180;

/** What an agent said with the viewed step's call: two lines until opened. Nothing where nobody said anything. */
export function AgentMessage({ viewed }: { readonly viewed: Viewed }): ReactNode {
  const { step } = viewed;
  const query = useQuery({
    ...wholeStepQuery(viewed.recordId, viewed.seq),
    enabled: step !== null && step.observation.length <= READ_CHARS,
  });
  if (step === null) return null;
  if (step.observation.length > READ_CHARS && query.data === undefined && !viewed.human) {
    return (
      <p className="shrink-0 border-line border-b px-3 py-1">
        <Button size="sm" variant="ghost" disabled={query.isFetching} onClick={() => void query.refetch()}>
          {t('observation.readWords')}
        </Button>
      </p>
    );
  }
  const words = readWords(query.data?.clientMetadata);
  if (words === null) return null;
  return <Words key={viewed.seq} words={words} viewed={viewed} />;
}

function Words({ words, viewed }: { readonly words: AgentWords; readonly viewed: Viewed }): ReactNode {
  const [open, setOpen] = useState(false);
  const key = useKeyLabel('step.message');
  useKey('step.message', () => setOpen(!open));
  const { step } = viewed;
  const long =
    words.reasoning !== null ||
    (words.message?.length ?? 0) > FOLDED_CHARS ||
    words.message?.includes('\n') === true;
  return (
    <section
      aria-label={t('observation.words')}
      className="flex shrink-0 items-start gap-2 border-line border-b bg-surface px-3 py-1.5 text-sm leading-[18px]"
    >
      {step === null ? null : <StepMark effect={effectOf(step)} human={viewed.human} />}
      <div
        className={cx('min-w-0 flex-1 wrap-anywhere', open ? 'max-h-[40vh] overflow-y-auto' : 'line-clamp-2')}
      >
        <b className="font-semibold text-agent">{words.name ?? t('observation.agent')}</b>{' '}
        <span className="whitespace-pre-wrap">{words.message ?? (open ? '' : words.reasoning)}</span>
        {open && words.reasoning !== null ? (
          <>
            <b className="mt-1.5 block font-medium text-text-2">{t('observation.reasoning')}</b>
            <span className="whitespace-pre-wrap text-text-2">{words.reasoning}</span>
          </>
        ) : null}
        {open && words.usage.length > 0 ? (
          <span className="mt-1.5 block text-text-2 text-xs">
            {words.usage.map(([name, number]) => `${name} ${number.toLocaleString()}`).join(' · ')}
          </span>
        ) : null}
      </div>
      {long || words.usage.length > 0 ? (
        <Button
          variant="ghost"
          size="sm"
          className="self-end"
          aria-expanded={open}
          aria-keyshortcuts={key?.aria}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'observation.twoLines' : 'observation.showAll')}
          {key === null ? null : <Kbd>{key.shown}</Kbd>}
        </Button>
      ) : null}
    </section>
  );
}
