import { describe, expect, it } from 'vitest';
import { type LabelDoc, labelDocSchema } from '../../contracts/annotation/label-doc.ts';
import { type LabelSchemaDoc, labelSchemaDocSchema } from '../../contracts/annotation/label-schema.ts';
import { checkLabel, checkLabelSchema, readLabel } from './index.ts';
import { readSchemaYaml, writeSchemaYaml } from './schema-yaml.ts';

const schema = (over: object = {}): LabelSchemaDoc =>
  labelSchemaDocSchema.parse({
    outcomes: [
      { value: 'good', label: 'Good', means: 'complete' },
      { value: 'bad', label: 'Bad', means: 'incomplete', section: '1.2' },
    ],
    tags: [
      { value: 'slip', label: 'Slip', key: 's', severity: 'minor' },
      { value: 'odd', label: 'Odd', key: 'o' },
    ],
    fields: [
      { kind: 'number', id: 'cost', label: 'Cost', min: 0, max: 10, integer: true },
      { kind: 'multi', id: 'apps', label: 'Apps', options: [{ value: 'shop', label: 'Shop' }] },
      { kind: 'text', id: 'who', label: 'Who', required: true },
    ],
    preference: { question: 'Which?', allowTie: false },
    ...over,
  });
const label = (doc: object): LabelDoc => labelDocSchema.parse({ fields: { who: 'me' }, ...doc });
const STEPS = [
  { seq: 1, labelled: true },
  { seq: 2, labelled: true },
  { seq: 3, labelled: false },
];
const rows = (doc: object, over: object = {}, of: 'run' | 'pair' = 'run') =>
  checkLabel(label(doc), schema(over), STEPS, of).map(({ row, kind }) => `${row} ${kind}`);
const mark = (value: -1 | 0 | 1) => ({ value, by: 'own' as const });

describe('what a label must say', () => {
  it('takes one that says all that is asked', () => {
    const doc = {
      outcome: 'bad',
      steps: { 1: mark(1), 2: mark(-1) },
      firstError: { seq: 2, proposed: true },
      tags: [{ value: 'slip', severity: 'major' }],
      confidence: 'high',
      rationale: 'so',
      fields: { who: 'me', cost: 3, apps: ['shop'] },
    };
    expect(rows(doc, { steps: 'required', rationale: 'required' })).toEqual([]);
  });

  it.each([
    [{}, {}, ['outcome missing']],
    [{ outcome: 'gone' }, {}, ['outcome wrong']],
    [{ outcome: 'good' }, { steps: 'required' }, ['step:1 missing', 'step:2 missing']],
    [{ outcome: 'good', steps: { 3: mark(0) } }, {}, ['step:3 wrong']],
    [{ outcome: 'good', steps: { 1: mark(0) } }, { steps: 'off' }, ['step:1 wrong']],
    [{ outcome: 'good', firstError: { seq: 9, proposed: false } }, {}, ['firstError wrong']],
    [{ outcome: 'good', firstError: 'none' }, { firstError: false }, ['firstError wrong']],
    [{ outcome: 'good', tags: [{ value: 'odd', severity: 'minor' }] }, {}, ['tags wrong']],
    [{ outcome: 'good', confidence: 'sure' }, {}, ['confidence wrong']],
    [{ outcome: 'bad' }, { rationale: 'unless_complete' }, ['rationale missing']],
    [{ outcome: 'good' }, { rationale: 'unless_complete' }, []],
    [{ outcome: 'good', rationale: 'so' }, { rationale: 'off' }, ['rationale wrong']],
    [{ outcome: 'good', fields: { who: ' ', cost: 2.5 } }, {}, ['field:cost wrong', 'field:who missing']],
    [{ outcome: 'good', fields: { who: 'me', apps: ['shop', 'shop'] } }, {}, ['field:apps wrong']],
    [{ outcome: 'good', fields: { who: 'me', other: 1 } }, {}, ['field:other wrong']],
    [{ outcome: 'good', preference: 'a' }, {}, ['preference wrong']],
  ])('%j under %j: %j', (doc, over, expected) => {
    expect(rows(doc, over)).toEqual(expected);
  });

  it('asks of a pair which is better, and no outcome', () => {
    expect(rows({}, { steps: 'required' }, 'pair')).toEqual(['preference missing']);
    expect(rows({ preference: 'tie' }, {}, 'pair')).toEqual(['preference wrong']);
    expect(rows({ preference: 'b' }, {}, 'pair')).toEqual([]);
  });
});

describe('what a schema must not say', () => {
  it('finds doubles, bounds and sections that are not there', () => {
    const faulty = schema({
      outcomes: [
        { value: 'bad', label: 'Bad', means: 'incomplete', section: '9.9' },
        { value: 'bad', label: 'bad', means: 'incomplete' },
      ],
      tags: [
        { value: 'a', label: 'A', key: 'x' },
        { value: 'b', label: 'B', key: 'x' },
      ],
      fields: [{ kind: 'number', id: 'n', label: 'N', min: 3, max: 1 }],
    });
    const found = checkLabelSchema(faulty, { sections: [] }).map(
      ({ path, code, level }) => `${path.join('.')} ${code} ${level}`,
    );
    expect(found).toEqual([
      'outcomes.1.value same_name error',
      'outcomes.1.label same_label warning',
      'tags.1.key same_key error',
      'fields.0.min bounds error',
      'outcomes no_pass warning',
      'outcomes.0.section no_section warning',
    ]);
  });
});

describe('a label under another version', () => {
  it('is read by that version, and names what a version does not know', () => {
    const doc = label({
      outcome: 'partial',
      tags: [{ value: 'slip', severity: null }],
      fields: { who: 'me', apps: ['shop', 'mail'], gone: 4 },
    });
    const read = (under: LabelSchemaDoc) =>
      readLabel(doc, under).map(
        ({ row, name, words }) =>
          `${row}${name === null ? '' : `(${name})`}: ${words.map(({ text, known }) => `${text}${known ? '' : '?'}`).join()}`,
      );
    expect(read(schema())).toEqual([
      'outcome: partial?',
      'tags: Slip',
      'field:who(Who): me',
      'field:apps(Apps): Shop,mail?',
      'field:gone(gone): 4?',
    ]);
    const older = schema({ outcomes: [{ value: 'partial', label: 'In part', means: 'incomplete' }] });
    expect(read(older)[0]).toBe('outcome: In part');
  });
});

describe('a schema as YAML', () => {
  it('comes back as it went', () => {
    const text = writeSchemaYaml(schema());
    expect(readSchemaYaml(text)).toEqual({ kind: 'read', doc: schema() });
  });

  it('keeps comments, order and spelling of what stays', () => {
    const text = [
      '# of the vet portal',
      'steps: optional # for now',
      'outcomes:',
      '  # what the client asked for',
      "  - {value: 'good', label: Good, means: complete}",
      '  - value: bad',
      '    label: Bad # short',
      '    means: incomplete',
      '',
    ].join('\n');
    const reading = readSchemaYaml(text);
    if (reading.kind !== 'read') throw new Error(JSON.stringify(reading.faults));
    const [good, bad] = reading.doc.outcomes;
    if (good === undefined || bad === undefined) throw new Error('two outcomes');
    const changed = {
      ...reading.doc,
      steps: 'required' as const,
      outcomes: [{ ...bad, label: 'Worse' }, good],
    };
    const written = writeSchemaYaml(changed, text);
    expect(written).toMatch(/^# of the vet portal\nsteps: required # for now\noutcomes:\n/);
    expect(written).toContain('label: Worse # short');
    expect(written).toContain("value: 'good'");
    expect(readSchemaYaml(written)).toEqual({ kind: 'read', doc: changed });
  });

  it.each([
    ['outcomes: [\n  {value: a', 2, ''],
    ['outcomes:\n  - value: Bad Name\n    label: x\n    means: complete\n', 2, 'outcomes.0.value'],
    ['outcomes:\n  - value: a\n    label: x\n    means: complete\nsteps: sometimes\n', 5, 'steps'],
    ['outcomes:\n  - &a {value: a, label: x, means: complete}\n  - *a\n', 3, 'two of the name'],
    ['outcomes: []\nfoo: 1\n', 1, ''],
  ])('says line and column of what is wrong: %j', (text, line, words) => {
    const reading = readSchemaYaml(text);
    if (reading.kind !== 'faulty') throw new Error('should not be read');
    expect(reading.faults.some((fault) => fault.line === line && fault.message.includes(words))).toBe(true);
    expect(reading.faults.every(({ column }) => column >= 1)).toBe(true);
  });
});

it('a label’s shape bounds what is saved with each key', () => {
  const many = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_each, n) => [String(n), value]));
  for (const doc of [
    { steps: many(20_001, mark(1)) },
    { fields: many(101, 'x') },
    { fields: { who: 'x'.repeat(20_001) } },
    { fields: { apps: Array(101).fill('shop') } },
    { outcome: 'x'.repeat(201) },
  ])
    expect(labelDocSchema.safeParse(doc).success).toBe(false);
  expect(labelDocSchema.safeParse({ steps: many(20_000, mark(1)), fields: many(100, 'x') }).success).toBe(
    true,
  );
});
