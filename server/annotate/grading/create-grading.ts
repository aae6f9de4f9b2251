import type {
  GradedRun,
  Grading,
  GradingQuery,
  SuspectTask,
} from '../../../lib/contracts/annotation/grading.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import { measure, suspect } from '../../../lib/domain/grading/index.ts';
import type { RunVerdicts, VerdictsOfRuns } from '../../store/grading/verdicts-of-runs.ts';
import type { ProjectReader } from '../adjudication/types.ts';
import type { AnnotationRecords } from '../types.ts';
import { type Graded, gradeRun, type RunWord, wordsOf } from './grade-runs.ts';

export interface GradingParts {
  readonly records: Pick<AnnotationRecords, 'submissions' | 'decisions'>;
  readonly projects: Pick<ProjectReader, 'project' | 'schema'>;
  readonly verdicts: VerdictsOfRuns;
}

/** Verifiers held against people. */
export interface VerifierGrading {
  /** @throws AppError not_found */
  grade(project: string, query: GradingQuery): Grading;
  /** The runs of the table. @throws AppError not_found */
  runs(project: string, query: GradingQuery): readonly GradedRun[];
}

/** Runs that back a suspicion in an answer. */
const SHOWN = 50;

interface Gathered {
  readonly words: readonly { readonly word: RunWord; readonly said: RunVerdicts }[];
  readonly graded: readonly Graded[];
}

export function createGrading({ records, projects, verdicts }: GradingParts): VerifierGrading {
  function gather(project: string, query: GradingQuery): Gathered {
    if (projects.project(project) === undefined)
      throw new AppError('not_found', `There is no project ${project}.`);
    const schemas = new Map<number, LabelSchemaDoc | undefined>();
    const schemaOf = (version: number) => {
      if (!schemas.has(version)) schemas.set(version, projects.schema(project, version)?.doc);
      return schemas.get(version);
    };
    const words = wordsOf(records.submissions({ project }), records.decisions({ project }), schemaOf);
    const said = new Map(
      verdicts
        .verdicts(
          words.map(({ run }) => run),
          query.mode,
        )
        .map((each) => [each.run, each]),
    );
    const asked = words.flatMap((word) => {
      const of = said.get(word.run);
      const isAsked =
        of !== undefined &&
        (query.scenario === undefined || of.scenario === query.scenario) &&
        (query.taskIdx === undefined || of.taskIdx === query.taskIdx);
      return isAsked ? [{ word, said: of }] : [];
    });
    const graded = asked
      .filter(({ word }) => query.single || word.truth.settled !== 'single')
      .flatMap(({ word, said: of }) => gradeRun(word, of, query.verifier) ?? []);
    return { words: asked, graded };
  }

  return {
    grade(project, query) {
      const { words, graded } = gather(project, query);
      const wrong = (passed: boolean) =>
        graded.filter((run) => isPass(run.verdict) === passed && run.complete !== passed).map(toRun);
      const byTask = groups(graded, taskKey);
      return {
        runs: {
          ...countSources(words.map(({ word }) => word)),
          noVerdict: words.filter(
            ({ word, said }) =>
              word.truth.settled !== 'disputed' && gradeRun(word, said, query.verifier) === undefined,
          ).length,
        },
        all: measure(graded.map(judged)),
        quick: measure(
          words.flatMap(({ said: { quick, verdict } }) =>
            quick === null || verdict === null
              ? []
              : [{ verdict: isPass(verdict), label: quick === 'complete' }],
          ),
        ),
        scenarios: groups(graded, ({ scenario }) => scenario).map(([{ scenario }, runs]) => ({
          scenario,
          ...measure(runs.map(judged)),
        })),
        tasks: byTask.map(([{ scenario, taskIdx }, runs]) => ({
          scenario,
          taskIdx,
          ...measure(runs.map(judged)),
        })),
        versions: versionsOf(words, query),
        falsePasses: wrong(true),
        falseFailures: wrong(false),
        badVerifiers: byTask.flatMap(([place, runs]) => badVerifier(place, runs, query)),
        badTasks: groups(
          words.map(({ word, said }) => ({ ...word, scenario: said.scenario, taskIdx: said.taskIdx })),
          taskKey,
        ).flatMap(([place, runs]) => badTask(place, runs, query)),
      };
    },
    runs: (project, query) => gather(project, query).graded.map(toRun),
  };
}

const isPass = (verdict: string): boolean => verdict === 'complete';
const judged = ({ verdict, complete }: Graded) => ({ verdict: isPass(verdict), label: complete });

interface Place {
  readonly scenario: string;
  readonly taskIdx: number;
}

const taskKey = ({ scenario, taskIdx }: Place): string => `${scenario} ${String(taskIdx)}`;

/** In order of their keys, each with its first member. */
function groups<T>(all: readonly T[], keyOf: (one: T) => string): [T, T[]][] {
  const found = new Map<string, [T, T[]]>();
  for (const one of all) {
    const known = found.get(keyOf(one));
    if (known === undefined) found.set(keyOf(one), [one, [one]]);
    else known[1].push(one);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function countSources(words: readonly RunWord[]): Omit<Grading['runs'], 'noVerdict'> {
  const counts = { decided: 0, agreed: 0, single: 0, disputed: 0 };
  for (const { truth } of words) counts[truth.settled] += 1;
  return counts;
}

function versionsOf(words: Gathered['words'], query: GradingQuery): Grading['versions'] {
  const each = words
    .filter(({ word }) => query.single || word.truth.settled !== 'single')
    .flatMap(({ word, said }) =>
      [...said.byVersion.keys()].flatMap((version) => gradeRun(word, said, version) ?? []),
    );
  return groups(each, (run) => `${taskKey(run)} ${run.verifier ?? ''}`).map(
    ([{ scenario, taskIdx, verifier }, runs]) => ({
      scenario,
      taskIdx,
      verifier: verifier ?? '',
      ...measure(runs.map(judged)),
    }),
  );
}

function badVerifier(
  { scenario, taskIdx }: Place,
  runs: readonly Graded[],
  rule: GradingQuery,
): SuspectTask[] {
  const [complete, other] = [runs.filter((run) => run.complete), runs.filter((run) => !run.complete)];
  const ids = (of: readonly Graded[], passed: boolean) =>
    of.filter(({ verdict }) => isPass(verdict) === passed).map(({ run }) => run);
  const evidence = [
    ...suspect('false_failures', ids(complete, false), complete.length, rule),
    ...suspect('false_passes', ids(other, true), other.length, rule),
  ];
  return toSuspect(scenario, taskIdx, evidence);
}

function badTask({ scenario, taskIdx }: Place, runs: readonly RunWord[], rule: GradingQuery): SuspectTask[] {
  const ids = (of: readonly RunWord[]) => of.map(({ run }) => run);
  const evidence = [
    ...suspect('ambiguous', ids(runs.filter(({ ambiguous }) => ambiguous)), runs.length, rule),
    ...suspect('server_errors', ids(runs.filter(({ serverError }) => serverError)), runs.length, rule),
  ];
  return toSuspect(scenario, taskIdx, evidence);
}

function toSuspect(
  scenario: string,
  taskIdx: number,
  evidence: readonly ReturnType<typeof suspect<SuspectTask['evidence'][number]['kind']>>[number][],
): SuspectTask[] {
  if (evidence.length === 0) return [];
  return [
    {
      scenario,
      taskIdx,
      evidence: evidence.map(({ kind, share: { hits, n, low, high }, runs }) => ({
        kind,
        hits,
        n,
        low,
        high,
        runs: runs.slice(0, SHOWN),
      })),
    },
  ];
}

function toRun({ run, scenario, taskIdx, verdict, verifier, word, human }: Graded): GradedRun {
  const source = word.truth.settled === 'disputed' ? 'single' : word.truth.settled;
  return { run, scenario, taskIdx, verdict, verifier, human, source, labels: word.labels };
}
