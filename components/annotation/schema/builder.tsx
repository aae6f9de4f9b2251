'use client';

import type { ReactNode } from 'react';
import { type LabelSchemaDoc, SEVERITIES } from '../../../lib/contracts/annotation/label-schema.ts';
import { labelOutcomeSchema } from '../../../lib/contracts/runs.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { FieldList } from './field-list.tsx';
import { freeName, ListEditor } from './list-editor.tsx';
import { t } from './messages.ts';
import { ChoicePart, NamePart, SectionPart, TextPart } from './parts.tsx';

interface BuilderProps {
  readonly doc: LabelSchemaDoc;
  readonly onChange: (doc: LabelSchemaDoc) => void;
}

const LETTERS: readonly string[] = Array.from('abcdefghijklmnopqrstuvwxyz');

/** The schema as a form: what annotators are asked, in the order in which they see it. */
export function Builder({ doc, onChange }: BuilderProps): ReactNode {
  const set = (to: Partial<LabelSchemaDoc>) => onChange({ ...doc, ...to });
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Outcomes doc={doc} onChange={set} />
      <section className="flex flex-col gap-1.5">
        <h2 className="font-semibold text-sm">{t('labelSchema.steps.title')}</h2>
        <Segmented
          label={t('labelSchema.steps.title')}
          className="self-start"
          value={doc.steps}
          segments={(['off', 'optional', 'required'] as const).map((value) => ({
            value,
            label: t(`labelSchema.asked.${value}`),
          }))}
          onChange={(steps) => set({ steps })}
        />
        <Checkbox
          checked={doc.firstError}
          onChange={(firstError) => set({ firstError })}
          label={t('labelSchema.firstErrorAsk')}
        />
      </section>
      <Tags doc={doc} onChange={set} />
      <ListEditor
        title={t('labelSchema.confidence.title')}
        hint={t('labelSchema.confidence.hint')}
        items={doc.confidence}
        most={5}
        nameOf={({ label }) => label}
        make={() => ({
          value: freeName(
            'level',
            doc.confidence.map(({ value }) => value),
          ),
          label: '',
        })}
        addWord={t('labelSchema.confidence.add')}
        onChange={(confidence) => set({ confidence })}
      >
        {(level, change, at) => (
          <>
            <TextPart
              label={t('labelSchema.label')}
              path={`confidence.${String(at)}.label`}
              value={level.label}
              onChange={(label) => change({ ...level, label })}
            />
            <NamePart
              path={`confidence.${String(at)}.value`}
              value={level.value}
              onChange={(value) => change({ ...level, value })}
            />
          </>
        )}
      </ListEditor>
      <section className="flex flex-col gap-1.5">
        <h2 className="font-semibold text-sm">{t('labelSchema.rationale')}</h2>
        <Segmented
          label={t('labelSchema.rationale')}
          className="max-w-full flex-wrap self-start"
          value={doc.rationale}
          segments={(['off', 'optional', 'unless_complete', 'required'] as const).map((value) => ({
            value,
            label: t(`labelSchema.asked.${value}`),
          }))}
          onChange={(rationale) => set({ rationale })}
        />
      </section>
      <FieldList fields={doc.fields} onChange={(fields) => set({ fields })} />
      <section className="flex flex-col gap-1.5">
        <h2 className="font-semibold text-sm">{t('labelSchema.preference.title')}</h2>
        <Checkbox
          checked={doc.preference !== null}
          onChange={(on) =>
            set({
              preference: on ? { question: t('labelSchema.preference.question'), allowTie: true } : null,
            })
          }
          label={t('labelSchema.preference.ask')}
        />
        {doc.preference === null ? null : (
          <>
            <TextPart
              label={t('labelSchema.preference.words')}
              path="preference.question"
              value={doc.preference.question}
              className="max-w-96"
              onChange={(question) =>
                set({ preference: { question, allowTie: doc.preference?.allowTie ?? true } })
              }
            />
            <Checkbox
              checked={doc.preference.allowTie}
              onChange={(allowTie) =>
                set({ preference: { question: doc.preference?.question ?? '', allowTie } })
              }
              label={t('labelSchema.preference.tie')}
            />
          </>
        )}
      </section>
    </div>
  );
}

interface PartProps {
  readonly doc: LabelSchemaDoc;
  readonly onChange: (to: Partial<LabelSchemaDoc>) => void;
}

function Outcomes({ doc, onChange }: PartProps): ReactNode {
  return (
    <ListEditor<LabelSchemaDoc['outcomes'][number]>
      title={t('labelSchema.outcomes.title')}
      hint={t('labelSchema.outcomes.hint')}
      items={doc.outcomes}
      most={9}
      nameOf={({ label }) => label}
      make={() => ({
        value: freeName(
          'outcome',
          doc.outcomes.map(({ value }) => value),
        ),
        label: '',
        means: 'incomplete',
        section: null,
        example: '',
      })}
      addWord={t('labelSchema.outcomes.add')}
      onChange={(outcomes) => onChange({ outcomes })}
    >
      {(outcome, change, at) => {
        const path = `outcomes.${String(at)}`;
        return (
          <>
            <Kbd>{String(at + 1)}</Kbd>
            <TextPart
              label={t('labelSchema.label')}
              path={`${path}.label`}
              value={outcome.label}
              onChange={(label) => change({ ...outcome, label })}
            />
            <NamePart
              path={`${path}.value`}
              value={outcome.value}
              onChange={(value) => change({ ...outcome, value })}
            />
            <ChoicePart
              label={t('labelSchema.means')}
              value={outcome.means}
              options={labelOutcomeSchema.options.map((value) => ({
                value,
                label: t(`labelSchema.meanings.${value}`),
              }))}
              onChange={(means) => change({ ...outcome, means })}
            />
            <SectionPart
              path={`${path}.section`}
              value={outcome.section}
              onChange={(section) => change({ ...outcome, section })}
            />
            <TextPart
              label={t('labelSchema.example')}
              path={`${path}.example`}
              value={outcome.example}
              most={2_000}
              className="basis-full"
              onChange={(example) => change({ ...outcome, example })}
            />
          </>
        );
      }}
    </ListEditor>
  );
}

function Tags({ doc, onChange }: PartProps): ReactNode {
  const taken = new Set(doc.tags.map(({ key }) => key));
  return (
    <>
      <ListEditor<LabelSchemaDoc['tags'][number]>
        title={t('labelSchema.tags.title')}
        hint={t('labelSchema.tags.hint')}
        items={doc.tags}
        most={26}
        nameOf={({ label }) => label}
        make={() => ({
          value: freeName(
            'tag',
            doc.tags.map(({ value }) => value),
          ),
          label: '',
          key: LETTERS.find((letter) => !taken.has(letter)) ?? 'z',
          section: null,
          example: '',
          severity: 'major',
        })}
        addWord={t('labelSchema.tags.add')}
        onChange={(tags) => onChange({ tags })}
      >
        {(tag, change, at) => {
          const path = `tags.${String(at)}`;
          return (
            <>
              <TextPart
                label={t('labelSchema.key')}
                path={`${path}.key`}
                value={tag.key}
                mono
                most={1}
                className="w-14 shrink-0"
                onChange={(key) => change({ ...tag, key: key.toLowerCase() })}
              />
              <TextPart
                label={t('labelSchema.label')}
                path={`${path}.label`}
                value={tag.label}
                onChange={(label) => change({ ...tag, label })}
              />
              <NamePart
                path={`${path}.value`}
                value={tag.value}
                onChange={(value) => change({ ...tag, value })}
              />
              <ChoicePart
                label={t('labelSchema.severity')}
                value={tag.severity ?? 'none'}
                options={(['none', ...SEVERITIES] as const).map((value) => ({
                  value,
                  label: t(`labelSchema.severities.${value}`),
                }))}
                onChange={(severity) => change({ ...tag, severity: severity === 'none' ? null : severity })}
              />
              <SectionPart
                path={`${path}.section`}
                value={tag.section}
                onChange={(section) => change({ ...tag, section })}
              />
              <TextPart
                label={t('labelSchema.example')}
                path={`${path}.example`}
                value={tag.example}
                most={2_000}
                className="basis-full"
                onChange={(example) => change({ ...tag, example })}
              />
            </>
          );
        }}
      </ListEditor>
      <Checkbox
        checked={doc.firstTagIsCause}
        onChange={(firstTagIsCause) => onChange({ firstTagIsCause })}
        label={t('labelSchema.tags.cause')}
      />
    </>
  );
}
