'use client';

import { type ReactNode, type RefObject, useId } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { t } from './messages.ts';
import { Textarea } from '../ui/input.tsx';
import type { DraftState } from './draft-store.ts';

interface FinalAnswerFieldProps {
  readonly drafts: StoreApi<DraftState>;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** ⌘↵ or Ctrl ↵. */
  readonly onSubmit: () => void;
}

/** The answer in words that some tasks ask for; kept with the drafts. */
export function FinalAnswerField({ drafts, field, onSubmit }: FinalAnswerFieldProps): ReactNode {
  const answer = useStore(drafts, (state) => state.finalAnswer);
  const { setFinalAnswer } = useStore(drafts, (state) => state.actions);
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm">
        {t('session.finalAnswer')}
      </label>
      <Textarea
        ref={field}
        id={id}
        rows={3}
        value={answer}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setFinalAnswer(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing)
            return;
          event.preventDefault();
          onSubmit();
        }}
      />
      <p id={`${id}-hint`} className="text-text-2 text-xs">
        {t('session.finalAnswerHint')}
      </p>
    </div>
  );
}
