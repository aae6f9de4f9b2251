'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { currentLanguage } from '../../../lib/client/messages/index.ts';
import { annotationKeys, projectsQuery } from '../../../lib/client/queries/annotation.ts';
import { useGoTo } from '../../../lib/client/use-go-to.ts';
import { projectsRoutes } from '../../../lib/contracts/annotation/rest-projects.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, Input, Textarea } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { projectHref } from '../frame/index.ts';
import { t } from './messages.ts';

/** Names a project and opens it; it begins with the ready schema and guidelines, or those of another one. */
export function CreateProject({ onClose }: { readonly onClose: () => void }): ReactNode {
  const goTo = useGoTo();
  const client = useQueryClient();
  const others = useQuery(projectsQuery()).data?.items ?? [];
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [from, setFrom] = useState('ready');
  const first = useRef<HTMLInputElement>(null);
  const id = useId();
  const create = useMutation({
    mutationFn: () =>
      callApi(projectsRoutes.createProject, {
        body: {
          ...{ name, description, language: currentLanguage() === 'zh-CN' ? 'zh' : 'en' },
          ...(from !== 'ready' && { copyOf: from }),
        },
      }),
    onSuccess: (project) => {
      client.setQueryData(annotationKeys.project(project.id), project);
      void client.invalidateQueries({ queryKey: annotationKeys.projects() });
      goTo(projectHref(project.id));
    },
  });
  const start = () => {
    if (name.trim() !== '' && !create.isPending) create.mutate();
  };
  return (
    <Dialog
      onClose={onClose}
      title={t('projects.create')}
      description={t('projects.createBody')}
      initialFocus={first}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" disabled={name.trim() === ''} busy={create.isPending} onClick={start}>
            {t('projects.createGo')}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-2 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <label htmlFor={`${id}name`}>{t('projects.name')}</label>
        <Input
          id={`${id}name`}
          ref={first}
          value={name}
          maxLength={80}
          aria-invalid={create.isError}
          aria-describedby={create.isError ? `${id}error` : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {create.isError ? <FieldError id={`${id}error`}>{create.error.message}</FieldError> : null}
        <label htmlFor={`${id}description`}>{t('projects.description')}</label>
        <Textarea
          id={`${id}description`}
          rows={2}
          value={description}
          maxLength={2_000}
          onChange={(event) => setDescription(event.target.value)}
        />
        {others.length === 0 ? null : (
          <>
            <span>{t('projects.from')}</span>
            <Select
              label={t('projects.from')}
              value={from}
              options={[
                { value: 'ready', label: t('projects.ready') },
                ...others.map((project) => ({ value: project.id, label: project.name })),
              ]}
              onChange={setFrom}
            />
          </>
        )}
      </form>
    </Dialog>
  );
}
