'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { t } from '../messages.ts';
import { runKeys } from '../../../lib/client/queries/runs.ts';
import { runRoutes } from '../../../lib/contracts/rest-runs.ts';
import type { SavedView } from '../../../lib/contracts/runs.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, Input } from '../../ui/input.tsx';

const MAX_NAME = 80;

interface ViewDialogProps {
  /** The one that is renamed; null: a new one. */
  readonly view: SavedView | null;
  readonly query: string;
  readonly columns: readonly string[] | null;
  readonly onClose: () => void;
}

/** Gives a view its name. */
export function ViewDialog({ view, query, columns, onClose }: ViewDialogProps): ReactNode {
  const client = useQueryClient();
  const [name, setName] = useState(view?.name ?? '');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const save = useMutation({
    mutationFn: () =>
      callApi(runRoutes.saveView, {
        body:
          view === null
            ? { name: name.trim(), query, columns: columns === null ? null : [...columns] }
            : { id: view.id, name: name.trim(), query: view.query, columns: view.columns },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: runKeys.views() });
      onClose();
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title={view === null ? t('runs.views.save') : t('runs.views.rename')}
      description={t('runs.views.hint')}
      initialFocus={field}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            disabled={name.trim() === ''}
            busy={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('runs.views.keep')}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && !save.isPending) save.mutate();
        }}
      >
        <label htmlFor={id} className="text-sm">
          {t('runs.views.name')}
        </label>
        <Input
          id={id}
          ref={field}
          value={name}
          maxLength={MAX_NAME}
          aria-invalid={save.isError}
          aria-describedby={save.isError ? `${id}-error` : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {save.isError ? <FieldError id={`${id}-error`}>{save.error.message}</FieldError> : null}
        <p className="font-mono text-text-2 text-xs wrap-anywhere">{view?.query ?? query}</p>
      </form>
    </Dialog>
  );
}
