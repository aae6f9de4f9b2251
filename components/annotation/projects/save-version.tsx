'use client';

import { type ReactNode, useId } from 'react';
import { ApiError } from '../../../lib/client/api-error.ts';
import { versionConflictSchema, type DocumentVersion } from '../../../lib/contracts/annotation/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { t } from './messages.ts';

interface SaveVersionProps {
  readonly base: number;
  readonly note: string;
  readonly isChanged: boolean;
  /** Saved by somebody since the draft began; null: nothing. */
  readonly newer: DocumentVersion | null;
  /** Why it cannot be saved as it stands; null: it can. */
  readonly hindered: string | null;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onNote: (note: string) => void;
  readonly onSave: (base: number) => void;
  readonly onDrop: () => void;
  /** Shows what the other saved beside mine. */
  readonly onCompare: (newest: DocumentVersion) => void;
  readonly onTheirs: () => void;
}

/** Saves a new version; where somebody else saved one since, lets the author choose. */
export function SaveVersion(props: SaveVersionProps): ReactNode {
  const { base, note, isChanged, hindered, isPending, error, onNote, onSave, onDrop } = props;
  const id = useId();
  const newest = conflictOf(error) ?? props.newer;
  return (
    <section
      aria-label={t('projects.save.title')}
      className="flex shrink-0 flex-col gap-2 border-line border-t bg-surface px-3 py-2 text-sm"
    >
      {newest !== null ? (
        <div role="alert" className="flex flex-wrap items-center gap-2 rounded-1 bg-warn-soft p-2">
          <span className="min-w-0 flex-1 basis-60">
            <span aria-hidden="true">! </span>
            {t('projects.save.conflict', { name: newest.by.name, version: newest.version, base })}
          </span>
          <Button onClick={() => props.onCompare(newest)}>{t('projects.save.compare')}</Button>
          <Button onClick={props.onTheirs}>{t('projects.save.theirs')}</Button>
          <Button
            variant="primary"
            disabled={hindered !== null || isPending}
            busy={isPending}
            onClick={() => onSave(newest.version)}
          >
            {t('projects.save.onTop')}
          </Button>
        </div>
      ) : error === null ? null : (
        <p role="alert" className="text-err wrap-anywhere">
          <span aria-hidden="true">✕ </span>
          {error.message}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="sr-only">
          {t('projects.save.note')}
        </label>
        <Input
          id={id}
          value={note}
          maxLength={500}
          className="min-w-0 flex-1 basis-40"
          placeholder={t('projects.save.note')}
          onChange={(event) => onNote(event.target.value)}
        />
        {hindered === null ? null : <span className="text-err">{hindered}</span>}
        {isChanged ? (
          <span role="status" className="text-text-2">
            {t('projects.save.kept')}
          </span>
        ) : null}
        <Button disabled={!isChanged || isPending} onClick={onDrop}>
          {t('projects.save.drop')}
        </Button>
        {newest !== null ? null : (
          <Button
            variant="primary"
            disabled={!isChanged || hindered !== null}
            busy={isPending}
            onClick={() => onSave(base)}
          >
            {t('projects.save.go', { version: base + 1 })}
          </Button>
        )}
      </div>
    </section>
  );
}

function conflictOf(error: Error | null): DocumentVersion | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null;
  const parsed = versionConflictSchema.safeParse(error.details);
  return parsed.success ? parsed.data.newest : null;
}
