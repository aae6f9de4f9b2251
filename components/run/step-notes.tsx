'use client';

import { type ReactNode, useState } from 'react';
import { t } from './messages.ts';
import type { RunNote } from '../../lib/contracts/runs.ts';
import { useMay } from '../identity/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { createLazyPart } from '../ui/lazy-part.ts';
import { NoteLine } from './note-line.tsx';

const FORM = createLazyPart(async () => (await import('./note-form.tsx')).NoteForm);

interface StepNotesProps {
  readonly runId: string;
  readonly seq: number;
  readonly notes: readonly RunNote[] | undefined;
  /** The step that is looked at: a note can be added. */
  readonly current: boolean;
  readonly onRemove: (note: RunNote) => void;
}

/** What people noted on one step. */
export function StepNotes({ runId, seq, notes, current, onRemove }: StepNotesProps): ReactNode {
  const [writing, setWriting] = useState(false);
  const form = FORM.usePart(writing);
  const may = useMay()('run');
  if (notes === undefined && (!current || !may)) return null;
  return (
    <div className={notes === undefined && !writing ? undefined : 'flex flex-col gap-1 pr-3 pb-1.5 pl-10'}>
      {notes?.map((note) => (
        <NoteLine key={note.id} note={note} about={false} onRemove={() => onRemove(note)} />
      ))}
      {!current || !may ? null : writing && form.state === 'ready' ? (
        <form.part runId={runId} seq={seq} onDone={() => setWriting(false)} />
      ) : (
        // Over the end of the answer's line: a step that is looked at is as high as before. Below notes, not over them.
        <Button
          size="sm"
          aria-label={t('run.notes.newOn', { seq })}
          onClick={() => {
            setWriting(true);
            if (form.state === 'failed') form.retry();
          }}
          className={notes === undefined ? 'absolute right-3 bottom-1.5' : 'self-end'}
        >
          <Icon name="plus" className="size-3" />
          {t('run.notes.new')}
        </Button>
      )}
    </div>
  );
}
