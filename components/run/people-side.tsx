'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { AskName } from '../identity/index.ts';
import { LabelForm } from './label-form.tsx';
import { NoteForm } from './note-form.tsx';
import { NoteLine } from './note-line.tsx';
import type { RunView } from './use-run.ts';
import { useNotes } from './use-notes.ts';

/** What people say of the run: how it ended, and notes on it and its steps. */
export function PeopleSide({ view }: { readonly view: RunView }): ReactNode {
  const { id } = view.episode;
  const notes = useNotes(id);
  const { seq } = view.viewed;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
      <AskName />
      <LabelForm runId={id} />
      <section aria-label={t('run.notes.title')} className="mt-4">
        <h2 className="font-semibold">{t('run.notes.title')}</h2>
        {notes.error === null ? null : (
          <p role="alert" className="text-err text-sm">
            ✕ {notes.error.message}
          </p>
        )}
        {notes.items.length === 0 ? (
          <p className="text-sm text-text-2">{t('run.notes.none')}</p>
        ) : (
          <ul className="flex flex-col gap-1 py-1">
            {notes.items.map((note) => (
              <li key={note.id}>
                <NoteLine note={note} about onRemove={() => notes.remove(note)} />
              </li>
            ))}
          </ul>
        )}
        <NoteForm runId={id} seq={null} askName={false} />
        {seq === 0 ? null : <NoteForm key={seq} runId={id} seq={seq} askName={false} />}
      </section>
    </div>
  );
}
