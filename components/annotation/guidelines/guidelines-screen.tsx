'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import type { GuidelineSection } from '../../../lib/contracts/annotation/label-schema.ts';
import type { GuidelineProposal } from '../../../lib/contracts/annotation/adjudication.ts';
import { adjudicationRoutes } from '../../../lib/contracts/annotation/rest-adjudication.ts';
import { callApi } from '../../../lib/client/api.ts';
import { annotationKeys, proposalsQuery } from '../../../lib/client/queries/annotation.ts';
import type { GuidelinesDocument, WholeProject } from '../../../lib/contracts/annotation/projects.ts';
import { projectsRoutes } from '../../../lib/contracts/annotation/rest-projects.ts';
import { sayWhoMay, useMay } from '../../identity/index.ts';
import { pushUrl, UrlLink } from '../../layout/url-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { Loading } from '../../ui/loading.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.ts';
import { ProjectFrame } from '../frame/index.ts';
import { ProjectPart, SaveVersion } from '../projects/index.ts';
import { t } from './messages.ts';
import { SectionEditor } from './section-editor.tsx';
import { GuidelineProposals } from './guideline-proposals.tsx';
import { nextNumber, withProposal } from './sections.ts';
import { useGuidelinesDraft } from './use-guidelines-draft.ts';

const versionsPart = createLazyPart(
  async () => (await import('./guidelines-versions.tsx')).GuidelinesVersions,
);
const NUMBER = /^\d{1,3}(\.\d{1,3}){0,3}$/;

/** The rules by which annotators of a project choose. */
export function GuidelinesScreen({ id }: { readonly id: string }): ReactNode {
  return (
    <ProjectPart id={id}>{(project) => <ProjectGuidelines key={project.id} project={project} />}</ProjectPart>
  );
}

function ProjectGuidelines({ project }: { readonly project: WholeProject }): ReactNode {
  const { id } = project;
  const client = useQueryClient();
  const search = useSearchParams();
  const editing = useGuidelinesDraft(id, project.guidelines);
  const { draft, isChanged, change } = editing;
  const { note } = draft;
  const taken = isChanged ? draft.taken : [];
  const leads = useMay()('lead');
  const sections = [...draft.sections];
  const setSections = (next: readonly GuidelineSection[]) => change({ sections: next });
  const view = search.get('view') === 'versions' ? 'versions' : 'text';
  const versions = versionsPart.usePart(view === 'versions');
  const at = Math.max(
    0,
    sections.findIndex(({ number }) => number === search.get('section')),
  );
  const [opened, setOpened] = useState<number | null>(null);
  const shownAt = Math.min(opened ?? at, sections.length - 1);
  const shown = sections[shownAt];

  function keep(saved: GuidelinesDocument): void {
    client.setQueryData(annotationKeys.project(id), (was: WholeProject | undefined) =>
      was === undefined ? was : { ...was, guidelines: saved, guidelinesVersion: saved.version },
    );
    editing.takeUp(saved);
    void client.invalidateQueries({ queryKey: annotationKeys.project(id) });
  }
  const save = useMutation({
    mutationFn: ({ base }: { readonly base: number; readonly taken: readonly string[] }) =>
      callApi(projectsRoutes.saveGuidelines, { params: { id }, body: { base, doc: { sections }, note } }),
    onSuccess: (saved, { taken: inIt }) => {
      keep(saved);
      answer.mutate(inIt);
      showToast({ tone: 'ok', text: t('guidelines.saved', { version: saved.version }) });
    },
    onError: () => void client.invalidateQueries({ queryKey: annotationKeys.project(id) }),
  });
  const answer = useMutation({
    mutationFn: (proposals: readonly string[]) =>
      Promise.all(
        proposals.map((proposal) =>
          callApi(adjudicationRoutes.answerProposal, { params: { proposal }, body: { state: 'taken' } }),
        ),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: proposalsQuery(id).queryKey }),
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  function take({ id: proposal, section, text, name }: GuidelineProposal): void {
    const next = withProposal(sections, section, text, t('guidelines.newTitle'));
    setOpened(next.at);
    // The saved text says it already.
    if (next.sections === sections && !isChanged) answer.mutate([proposal]);
    else
      change({
        sections: next.sections,
        taken: [...taken, proposal],
        ...(note === '' && { note: t('guidelines.proposalNote', { name }) }),
      });
  }
  const theirs = useMutation({
    mutationFn: () => callApi(projectsRoutes.getProject, { params: { id } }),
    onSuccess: ({ guidelines }) => {
      save.reset();
      keep(guidelines);
    },
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  const wrong = (place: number): string | null => {
    const number = sections[place]?.number ?? '';
    if (!NUMBER.test(number)) return t('guidelines.badNumber');
    return sections.some((each, other) => other !== place && each.number === number)
      ? t('guidelines.sameNumber', { number })
      : null;
  };
  const faults = sections.filter(({ title }, place) => title === '' || wrong(place) !== null).length;
  const swap = (a: number, b: number) => {
    const next = [...sections];
    const [one, two] = [next[a], next[b]];
    if (one === undefined || two === undefined) return;
    next[a] = two;
    next[b] = one;
    setSections(next);
    setOpened(b);
  };
  const { outcomes, tags, fields } = project.schema.doc;

  return (
    <ProjectFrame project={project} place="guidelines">
      <Tabs
        label={t('guidelines.views')}
        id="guidelines"
        value={view}
        tabs={[
          { value: 'text', label: t('guidelines.text'), count: sections.length },
          { value: 'versions', label: t('guidelines.versions') },
        ]}
        onChange={(next) => pushUrl({ view: next === 'text' ? null : next, version: null })}
      />
      {leads ? null : <p className="px-3 pt-2 text-sm text-text-2">{sayWhoMay('lead')}</p>}
      <TabPanel id="guidelines" value={view} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {view === 'versions' ? (
          versions.state === 'ready' ? (
            <versions.part project={project} mine={isChanged ? { sections } : null} />
          ) : (
            <Loading what={t('guidelines.what')} />
          )
        ) : (
          <>
            <GuidelineProposals project={id} taken={taken} onTake={take} />
            <div className="flex flex-col gap-4 p-3 md:p-4 lg:flex-row lg:items-start">
              <nav
                aria-label={t('guidelines.sections')}
                className="flex shrink-0 flex-col gap-1 lg:w-[260px]"
              >
                <ul className="max-lg:max-h-48 max-lg:overflow-y-auto">
                  {sections.map(({ number, title }, place) => (
                    <li key={place}>
                      <UrlLink
                        set={{ section: number }}
                        onClick={() => setOpened(place)}
                        aria-current={place === shownAt ? 'true' : undefined}
                        className="flex min-h-dense items-center gap-2 rounded-1 px-2 text-sm text-text hover:bg-surface-2 aria-[current]:bg-accent-soft aria-[current]:font-medium"
                      >
                        <span className="w-9 shrink-0 text-text-2 tabular-nums">{number}</span>
                        <span className="min-w-0 truncate">{title}</span>
                      </UrlLink>
                    </li>
                  ))}
                </ul>
                <Button
                  className="self-start"
                  disabled={sections.length >= 200 || !leads}
                  onClick={() => {
                    setSections([
                      ...sections,
                      {
                        number: nextNumber(sections),
                        title: t('guidelines.newTitle'),
                        body: '',
                        examples: [],
                      },
                    ]);
                    setOpened(sections.length);
                  }}
                >
                  <Icon name="plus" className="size-3.5" />
                  {t('guidelines.add')}
                </Button>
              </nav>
              <fieldset
                disabled={!leads}
                className="min-w-0 max-w-[760px] flex-1 rounded-2 border border-line bg-surface p-3"
              >
                {shown === undefined ? (
                  <p className="text-sm text-text-2">{t('guidelines.empty')}</p>
                ) : (
                  <SectionEditor
                    key={shownAt}
                    section={shown}
                    usedBy={[...outcomes, ...tags, ...fields]
                      .filter(({ section }) => section === shown.number)
                      .map(({ label }) => label)}
                    wrongNumber={wrong(shownAt)}
                    onChange={(section) =>
                      setSections(sections.map((each, place) => (place === shownAt ? section : each)))
                    }
                    onRemove={() => {
                      setSections(sections.filter((_, place) => place !== shownAt));
                      setOpened(Math.max(0, shownAt - 1));
                    }}
                    onUp={shownAt === 0 ? null : () => swap(shownAt, shownAt - 1)}
                    onDown={shownAt === sections.length - 1 ? null : () => swap(shownAt, shownAt + 1)}
                  />
                )}
              </fieldset>
            </div>
          </>
        )}
      </TabPanel>
      {(view === 'versions' && !isChanged) || !leads ? null : (
        <SaveVersion
          base={draft.base}
          newer={editing.newer}
          note={note}
          isChanged={isChanged}
          hindered={faults === 0 ? null : t('guidelines.faults', { count: faults })}
          isPending={save.isPending || theirs.isPending}
          error={save.error}
          onNote={(text) => change({ note: text })}
          onSave={(base) => save.mutate({ base, taken })}
          onDrop={() => {
            save.reset();
            editing.takeUp(project.guidelines);
          }}
          onCompare={({ version }) => pushUrl({ view: 'versions', version: String(version) })}
          onTheirs={() => theirs.mutate()}
        />
      )}
    </ProjectFrame>
  );
}
