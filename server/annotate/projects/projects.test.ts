import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelDocSchema } from '../../../lib/contracts/annotation/label-doc.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import { checkGuidelines, checkLabelSchema } from '../../../lib/domain/labels/index.ts';
import { createStore } from '../../store/index.ts';
import { tempDir } from '../../store/testing.ts';
import type { Store } from '../../store/types.ts';
import { createProjects } from './create-projects.ts';
import { readyGuidelines } from './ready-guidelines.ts';
import { readySchema } from './ready-schema.ts';
import type { GivenLabel } from './types.ts';

const LEAD = { id: 'local:lead', name: 'lead' };
const OTHER = { id: 'local:other', name: 'other' };

describe('projects on a real catalog', () => {
  const dir = tempDir();
  let store: Store;
  beforeAll(async () => {
    store = await createStore({ homeDir: dir.path });
  });
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    dir[Symbol.dispose]();
  });
  const make = (labels: readonly GivenLabel[] = []) =>
    createProjects({ shelf: store.projects, labels: () => labels });
  const named = (name: string) => make().create({ name, description: '', language: 'en' }, LEAD);

  it('begins with a schema and guidelines that fit each other, in both languages', () => {
    for (const language of ['en', 'zh'] as const) {
      const [schema, guidelines] = [readySchema(language), readyGuidelines(language)];
      expect(checkLabelSchema(schema, guidelines)).toEqual([]);
      expect(checkGuidelines(guidelines)).toEqual([]);
    }
    const project = named('Vet portal');
    expect(project.schema).toMatchObject({ version: 1, by: LEAD, doc: readySchema('en') });
    expect(project.guidelines).toMatchObject({ version: 1, doc: readyGuidelines('en') });
    expect(make().get(project.id)).toEqual(project);
  });

  it('refuses a name that is taken, whatever its case', () => {
    named('Taken');
    expect(() => named('taken')).toThrow('There is a project called ‘taken’ already');
  });

  it('keeps every version, and lets the second of two editors choose', () => {
    const { id, schema } = named('Two editors');
    const projects = make();
    const shorter = { ...schema.doc, tags: schema.doc.tags.slice(1) };
    const source = '# mine\noutcomes: []\n';
    const saved = projects.saveSchema(id, { base: 1, doc: shorter, source, note: 'less' }, LEAD);
    expect(saved).toMatchObject({ version: 2, source, note: 'less', by: LEAD });
    expect(saved.hash).not.toBe(schema.hash);
    const late = () => projects.saveSchema(id, { base: 1, doc: schema.doc, source: null, note: '' }, OTHER);
    expect(late).toThrow(/lead saved version 2 since you began from version 1/);
    try {
      late();
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).details).toMatchObject({ newest: { version: 2, by: LEAD } });
    }
    expect(projects.versions(id, 'schema').map(({ version }) => version)).toEqual([2, 1]);
    expect(projects.schema(id, 1)).toEqual(schema);
    expect(projects.get(id).schemaVersion).toBe(2);
    expect(() => projects.schema(id, 3)).toThrow('no version 3');
  });

  it('saves no schema that contradicts itself', () => {
    const { id, schema } = named('Faulty');
    const tags = schema.doc.tags.map((tag) => ({ ...tag, key: 'm' }));
    const save = { base: 1, doc: { ...schema.doc, tags }, source: null, note: '' };
    expect(() => make().saveSchema(id, save, LEAD)).toThrow('tags.1.key');
    const [section] = readyGuidelines('en').sections;
    const twice = { sections: [section, section].flatMap((each) => each ?? []) };
    expect(() => make().saveGuidelines(id, { base: 1, doc: twice, note: '' }, LEAD)).toThrow(
      'two sections 1.1',
    );
    expect(make().versions(id, 'schema')).toHaveLength(1);
  });

  it('says what a change means for the labels that are there', () => {
    const { id, schema } = named('Effects');
    const label = (doc: object, schemaVersion = 1): GivenLabel => ({
      doc: labelDocSchema.parse(doc),
      schemaVersion,
      guidelinesVersion: 1,
    });
    const projects = make([
      label({ outcome: 'incomplete', tags: [{ value: 'wrong_entity', severity: 'major' }] }),
      label({ outcome: 'incomplete' }, 2),
      label({ outcome: 'complete', confidence: 'low' }),
    ]);
    const doc = {
      ...schema.doc,
      outcomes: schema.doc.outcomes.filter(({ value }) => value !== 'incomplete'),
      tags: schema.doc.tags.map((tag) =>
        tag.value === 'wrong_entity' ? { ...tag, label: 'Wrong row' } : tag,
      ),
      steps: 'off' as const,
    };
    expect(projects.effects(id, doc)).toEqual({
      labels: 3,
      items: [
        {
          ...{ kind: 'outcome', change: 'removed', name: 'incomplete', labels: 2, version: 2 },
          ...{ was: 'Incomplete', now: '' },
        },
        {
          ...{ kind: 'tag', change: 'renamed', name: 'wrong_entity', labels: 1, version: 1 },
          ...{ was: 'Wrong entity', now: 'Wrong row' },
        },
      ],
    });
    expect(projects.versions(id, 'schema').map(({ labels }) => labels)).toEqual([2]);
  });

  it('copies another project, puts one away and takes it back', () => {
    const projects = make();
    const first = named('First');
    const guidelines = { sections: first.guidelines.doc.sections.slice(0, 3) };
    projects.saveGuidelines(first.id, { base: 1, doc: guidelines, note: 'shorter' }, LEAD);
    const copy = projects.create(
      { name: 'Copy', description: 'of the first', language: 'en', copyOf: first.id },
      OTHER,
    );
    expect(copy.guidelines).toMatchObject({ version: 1, doc: guidelines, by: OTHER });
    expect(projects.update(copy.id, { archived: true }).archivedAtMs).not.toBeNull();
    expect(projects.list(false).map(({ id }) => id)).not.toContain(copy.id);
    expect(projects.list(true).map(({ id }) => id)).toContain(copy.id);
    const save = { base: 1, doc: guidelines, note: '' };
    expect(() => projects.saveGuidelines(copy.id, save, LEAD)).toThrow('was put away');
    expect(projects.update(copy.id, { archived: false, name: 'Back' })).toMatchObject({
      name: 'Back',
      archivedAtMs: null,
    });
  });
});
