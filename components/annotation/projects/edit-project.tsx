'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { annotationKeys } from '../../../lib/client/queries/annotation.ts';
import type { Project } from '../../../lib/contracts/annotation/projects.ts';
import { projectsRoutes } from '../../../lib/contracts/annotation/rest-projects.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, Input, Textarea } from '../../ui/input.tsx';
import { t } from './messages.ts';

interface EditProjectProps {
  readonly project: Project;
  readonly onClose: () => void;
}

/** Renames a project, puts it away or takes it back. */
export function EditProject({ project, onClose }: EditProjectProps): ReactNode {
  const { id } = project;
  const client = useQueryClient();
  const [name, setName] = useState(project.name);
  const [description, setDescription] = useState(project.description);
  const field = useId();
  const save = useMutation({
    mutationFn: (archived: boolean) =>
      callApi(projectsRoutes.updateProject, { params: { id }, body: { name, description, archived } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: annotationKeys.all });
      onClose();
    },
  });
  const away = project.archivedAtMs !== null;
  return (
    <Dialog
      onClose={onClose}
      title={t('projects.edit.title')}
      description={t(away ? 'projects.edit.away' : 'projects.edit.body')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button disabled={name.trim() === '' || save.isPending} onClick={() => save.mutate(!away)}>
            {t(away ? 'projects.edit.back' : 'projects.edit.putAway')}
          </Button>
          <Button
            variant="primary"
            disabled={name.trim() === ''}
            busy={save.isPending}
            onClick={() => save.mutate(away)}
          >
            {t('projects.edit.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <label htmlFor={`${field}name`}>{t('projects.name')}</label>
        <Input
          id={`${field}name`}
          value={name}
          maxLength={80}
          aria-invalid={save.isError}
          aria-describedby={save.isError ? `${field}error` : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {save.isError ? <FieldError id={`${field}error`}>{save.error.message}</FieldError> : null}
        <label htmlFor={`${field}description`}>{t('projects.description')}</label>
        <Textarea
          id={`${field}description`}
          rows={2}
          value={description}
          maxLength={2_000}
          onChange={(event) => setDescription(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
