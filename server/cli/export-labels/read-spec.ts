import {
  DATASET_FORMATS,
  DATASET_SHAPES,
  datasetSpecSchema,
  type DatasetSpec,
} from '../../../lib/contracts/annotation/datasets.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { OwnFlags } from '../own-flags.ts';
import type { ExportDesk, Named } from './types.ts';

const TEXT = { type: 'string' } as const;
const LIST = { type: 'string', multiple: true } as const;
const FLAG = { type: 'boolean' } as const;

/** What an export holds; the same as the route takes. */
export const SPEC_FLAGS = {
  project: TEXT,
  shape: TEXT,
  format: TEXT,
  queue: LIST,
  settled: TEXT,
  people: TEXT,
  split: TEXT,
  seed: TEXT,
  neutral: TEXT,
  license: TEXT,
  'pair-set': LIST,
  'verdict-agrees': FLAG,
  'clean-tasks': FLAG,
  'no-revealed': FLAG,
  versions: FLAG,
  'no-preferences': FLAG,
  'no-fixes': FLAG,
} as const;

export const SPEC_HELP = `  --project X        id or name; may be left out for pair sets alone
  --shape X          ${DATASET_SHAPES.join(', ')} [labels]
  --format X         ${DATASET_FORMATS.join(', ')} [jsonl]; the nested shapes come as jsonl alone
  --queue X          id or name; repeatable [all of the project]
  --settled X        all, agreed or decided [all]
  --verdict-agrees   only runs whose label says what the code verifier says
  --clean-tasks      only tasks that nothing is known against
  --no-revealed      without labels that were given after the verdict was looked at
  --versions         earlier versions of labels too (labels)
  --people X         pseudonyms or names [pseudonyms]
  --split A,B,C      shares of train, validation and test, by task [none]; --seed N [0]
  --pair-set X       id or name; repeatable (dpo); --no-preferences, --no-fixes leave the others out
  --neutral X        right or wrong: what a step marked 0 is (prm) [right]
  --license X        as the card names it, e.g. cc-by-4.0
`;

/** @throws AppError not_found (project, queue, pair set), conflict (a name that several have), config_invalid */
export async function readSpec(flags: OwnFlags, desk: ExportDesk): Promise<DatasetSpec> {
  const named = flags.string('project');
  const project = named === undefined ? null : found('project', named, await desk.projects());
  const wanted = flags.strings('queue');
  if (wanted.length > 0 && project === null)
    throw new AppError('config_invalid', '--queue needs the --project that it is of.');
  const queues = wanted.length === 0 || project === null ? [] : await desk.queues(project);
  const pairSets = flags.strings('pair-set');
  const sets = pairSets.length === 0 ? [] : await desk.pairSets();
  const given = {
    project,
    shape: flags.string('shape') ?? 'labels',
    format: flags.string('format'),
    people: flags.string('people'),
    settled: flags.string('settled'),
    neutral: flags.string('neutral'),
    license: flags.string('license'),
    queues: wanted.map((each) => found('queue', each, queues)),
    pairSets: pairSets.map((each) => found('pair set', each, sets)),
    verdictAgrees: flags.boolean('verdict-agrees'),
    cleanTasks: flags.boolean('clean-tasks'),
    revealed: !flags.boolean('no-revealed'),
    versions: flags.boolean('versions'),
    preferences: !flags.boolean('no-preferences'),
    fixes: !flags.boolean('no-fixes'),
    split: splitOf(flags.string('split'), flags.string('seed')),
  };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const spec = datasetSpecSchema.safeParse(known);
  if (spec.success) return spec.data;
  const [issue] = spec.error.issues;
  throw new AppError(
    'config_invalid',
    `--${String(issue?.path[0])}: ${issue?.message ?? 'not valid'}. Run with --help for what it takes.`,
  );
}

function found(what: string, named: string, of: readonly Named[]): string {
  const matching = of.filter(({ id, name }) => id === named || name === named);
  const [first, second] = matching;
  if (first === undefined) {
    const names = of.map(({ name }) => name);
    const there = names.length === 0 ? 'there is none' : `there are: ${names.slice(0, 20).join(', ')}`;
    throw new AppError('not_found', `There is no ${what} '${named}'; ${there}.`);
  }
  if (second !== undefined)
    throw new AppError(
      'conflict',
      `Several are named '${named}'; take its id: ${matching.map(({ id }) => id).join(', ')}.`,
    );
  return first.id;
}

function splitOf(shares: string | undefined, seed: string | undefined): unknown {
  if (shares === undefined) return null;
  const [train = Number.NaN, validation = 0, test = 0] = shares.split(',').map(Number);
  if (![train, validation, test].every((share) => share >= 0 && share <= 1))
    throw new AppError(
      'config_invalid',
      `--split takes shares from 0 to 1, e.g. 0.8,0.1,0.1; got ${shares}.`,
    );
  return { train, validation, test, seed: Number(seed ?? 0) };
}
