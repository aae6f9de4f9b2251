'use client';

import { type ReactNode, useId, useState } from 'react';
import { t } from './messages.ts';
import { AskName, useMay, usePerson } from '../identity/index.ts';
import { Button } from '../ui/button.tsx';
import { FieldError, Textarea } from '../ui/input.tsx';
import { useNotes } from './use-notes.ts';

const MOST = 10_000;

interface NoteFormProps {
  readonly runId: string;
  /** Null: about the run as a whole. */
  readonly seq: number | null;
  /** Asks for the name of who did not say it; false where the page asks above. */
  readonly askName?: boolean;
  readonly onDone?: () => void;
}

export function NoteForm({ runId, seq, askName = true, onDone }: NoteFormProps): ReactNode {
  const [text, setText] = useState('');
  const name = usePerson();
  const { add } = useNotes(runId);
  const may = useMay();
  const id = useId();
  const label = seq === null ? t('run.notes.onRun') : t('run.notes.onStep', { seq });

  function save(): void {
    if (text.trim() === '' || name === '' || add.isPending) return;
    add.mutate(
      { seq, text: text.trim() },
      {
        onSuccess: () => {
          setText('');
          onDone?.();
        },
      },
    );
  }

  if (!may('run')) return null;
  return (
    <form
      aria-label={label}
      className="flex flex-col gap-1.5 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {askName ? <AskName /> : null}
      <Textarea
        aria-label={label}
        placeholder={label}
        rows={2}
        maxLength={MOST}
        value={text}
        aria-describedby={add.isError ? id : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
            event.preventDefault();
            save();
          }
          if (event.key === 'Escape' && onDone !== undefined) onDone();
        }}
      />
      {add.isError ? <FieldError id={id}>{add.error.message}</FieldError> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="sm" busy={add.isPending} disabled={text.trim() === '' || name === ''}>
          {t(add.isPending ? 'run.notes.saving' : 'run.notes.add')}
        </Button>
        {onDone === undefined ? null : (
          <Button size="sm" variant="ghost" onClick={onDone}>
            {t('common.cancel')}
          </Button>
        )}
        <span className="text-sm text-text-2">
          {name === '' ? t('person.first') : t('run.notes.as', { name })}
        </span>
      </div>
    </form>
  );
}
