'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { annotationKeys } from '../../../lib/client/queries/annotation.ts';
import { labelDocSchema } from '../../../lib/contracts/annotation/label-doc.ts';
import type { SchemaDocument, WholeProject } from '../../../lib/contracts/annotation/projects.ts';
import { projectsRoutes } from '../../../lib/contracts/annotation/rest-projects.ts';
import { sayWhoMay, useMay } from '../../identity/index.ts';
import { pushUrl, urlWith } from '../../layout/url-link.tsx';
import { usePaletteItems } from '../../palette/index.ts';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { Loading } from '../../ui/loading.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.ts';
import { ProjectFrame } from '../frame/index.ts';
import { ProjectPart, SaveVersion } from '../projects/index.ts';
import { Builder } from './builder.tsx';
import { Effects } from './effects.tsx';
import { LabelFormPreview } from './label-form-preview.tsx';
import { t } from './messages.ts';
import { SchemaAround } from './parts.tsx';
import { problemsOf } from './problems.ts';
import { useSchemaDraft } from './use-schema-draft.ts';

const yamlPart = createLazyPart(async () => await import('./yaml-pane.tsx'));
const versionsPart = createLazyPart(async () => (await import('./schema-versions.tsx')).SchemaVersions);
const VIEWS = ['form', 'yaml', 'versions'] as const;

/** What annotators of a project are asked: as a form, as YAML, and how it came to be. */
export function SchemaScreen({ id }: { readonly id: string }): ReactNode {
  return (
    <ProjectPart id={id}>{(project) => <ProjectSchema key={project.id} project={project} />}</ProjectPart>
  );
}

function ProjectSchema({ project }: { readonly project: WholeProject }): ReactNode {
  const { id, guidelines } = project;
  const search = useSearchParams();
  const client = useQueryClient();
  const editing = useSchemaDraft(id, project.schema);
  const { draft, change } = editing;
  const leads = useMay()('lead');
  const view = VIEWS.find((each) => each === search.get('view')) ?? 'form';
  const [tried, setTried] = useState(() => labelDocSchema.parse({}));
  const yaml = yamlPart.usePart(view === 'yaml');
  const versions = versionsPart.usePart(view === 'versions');
  const problems = problemsOf(draft.doc, guidelines.doc);
  const errors = problems.filter(({ level }) => level === 'error');

  function keep(saved: SchemaDocument): void {
    client.setQueryData(annotationKeys.project(id), (was: WholeProject | undefined) =>
      was === undefined ? was : { ...was, schema: saved, schemaVersion: saved.version },
    );
    editing.takeUp(saved);
    void client.invalidateQueries({ queryKey: annotationKeys.project(id) });
  }
  const save = useMutation({
    mutationFn: async (base: number) => {
      const { doc, source, note } = draft;
      const text = source === null ? null : (await import('./yaml-pane.tsx')).schemaText(doc, source);
      return callApi(projectsRoutes.saveSchema, { params: { id }, body: { base, doc, source: text, note } });
    },
    onSuccess: (saved) => {
      keep(saved);
      showToast({ tone: 'ok', text: t('labelSchema.saved', { version: saved.version }) });
    },
    onError: () => void client.invalidateQueries({ queryKey: annotationKeys.project(id) }),
  });
  const theirs = useMutation({
    mutationFn: () => callApi(projectsRoutes.getProject, { params: { id } }),
    onSuccess: ({ schema }) => {
      save.reset();
      keep(schema);
    },
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });

  usePaletteItems(() =>
    VIEWS.map((name) => ({
      id: `schema/${name}`,
      group: 'actions' as const,
      text: t(`labelSchema.views.${name}`),
      href: urlWith(window.location.search, { view: name === 'form' ? null : name }),
    })),
  );

  return (
    <ProjectFrame project={project} place="schema">
      <Tabs
        label={t('labelSchema.views.label')}
        id="schema"
        value={view}
        tabs={VIEWS.map((value) => ({ value, label: t(`labelSchema.views.${value}`) }))}
        onChange={(next) => pushUrl({ view: next === 'form' ? null : next, version: null })}
      />
      {leads ? null : <p className="px-3 pt-2 text-sm text-text-2">{sayWhoMay('lead')}</p>}
      <TabPanel id="schema" value={view} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {view === 'versions' ? (
          versions.state === 'ready' ? (
            <versions.part project={project} mine={editing.isChanged ? draft : null} />
          ) : (
            <Loading what={t('labelSchema.what')} />
          )
        ) : (
          <SchemaAround value={{ problems, sections: guidelines.doc.sections }}>
            <div className="flex flex-1 flex-col gap-4 p-3 md:p-4 lg:flex-row lg:items-start">
              <fieldset disabled={!leads} className="flex min-w-0 flex-1 flex-col self-stretch">
                {view === 'yaml' ? (
                  yaml.state === 'ready' ? (
                    <yaml.part.YamlPane
                      key={editing.turn}
                      draft={draft}
                      fileName={`${project.name.replace(/[^\p{L}\p{N}]+/gu, '-')}-schema.yaml`}
                      onChange={change}
                    />
                  ) : (
                    <Loading what={t('labelSchema.what')} />
                  )
                ) : (
                  <>
                    {draft.unread === null ? null : (
                      <p role="status" className="mb-2 text-sm text-warn">
                        {t('labelSchema.yaml.unread')}
                      </p>
                    )}
                    <Builder doc={draft.doc} onChange={(doc) => change({ doc, unread: null })} />
                  </>
                )}
              </fieldset>
              <aside
                aria-label={t('labelSchema.preview')}
                className="flex shrink-0 flex-col gap-3 lg:sticky lg:top-4 lg:w-[340px]"
              >
                {editing.isChanged && errors.length === 0 ? <Effects project={id} doc={draft.doc} /> : null}
                <section className="rounded-2 border border-line bg-surface p-3">
                  <h2 className="mb-2 text-text-2 text-xs">{t('labelSchema.previewTitle')}</h2>
                  <LabelFormPreview schema={draft.doc} doc={tried} onChange={setTried} />
                </section>
              </aside>
            </div>
          </SchemaAround>
        )}
      </TabPanel>
      {(view === 'versions' && !editing.isChanged) || !leads ? null : (
        <SaveVersion
          base={draft.base}
          note={draft.note}
          isChanged={editing.isChanged}
          newer={editing.newer}
          hindered={
            draft.unread !== null
              ? t('labelSchema.yaml.cannotSave')
              : errors.length === 0
                ? null
                : t('labelSchema.errors', { count: errors.length })
          }
          isPending={save.isPending || theirs.isPending}
          error={save.error}
          onNote={(note) => change({ note })}
          onSave={(base) => save.mutate(base)}
          onDrop={() => {
            save.reset();
            editing.takeUp(project.schema);
          }}
          onCompare={({ version }) => pushUrl({ view: 'versions', version: String(version) })}
          onTheirs={() => theirs.mutate()}
        />
      )}
    </ProjectFrame>
  );
}
