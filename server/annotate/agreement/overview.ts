import type { AgreementAnswer, AgreementFilter } from '../../../lib/contracts/annotation/agreement.ts';
import type { SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import { localisation, type FirstError } from '../../../lib/domain/agreement/index.ts';
import { eligible, visible } from './eligible.ts';
import { figureAnswer, tableReliability } from './figures.ts';
import { goldScores, selfAgreement } from './scores.ts';
import { ALL_MARKS, isOwnFirstError, measuresOf, type Measure } from './measures.ts';
import { tableOf } from './table.ts';
import type { ProjectData } from './types.ts';

/** The figures of a project, question by question. */
export function overview(
  data: ProjectData,
  hidden: ReadonlySet<string>,
  filter: AgreementFilter,
): AgreementAnswer {
  const { schemas } = data;
  const { labels, withRevealed, left } = eligible(data, hidden, filter);
  const measures = measuresOf(schemas);
  const table = (measure: Measure, of = labels) => tableOf(measure, of, schemas, filter.tolerance);
  const outcome = measures.find(({ id }) => id === 'outcome');
  const seen = visible(data, hidden, filter);
  return {
    choices: choicesOf(data),
    counted: {
      labels: labels.length,
      items: new Set(labels.map(({ item }) => item)).size,
      annotators: new Set(labels.map(({ person }) => person)).size,
    },
    left,
    measures: measures
      .filter((measure) => [...schemas.values()].some((schema) => measure.asked(schema) !== null))
      // Asked in queues of pairs alone.
      .filter(({ id }) => id !== 'preference' || labels.some(({ otherRun }) => otherRun !== null))
      .map((measure) => {
        const rated = table(measure);
        return {
          ...tableReliability(rated),
          id: measure.id,
          kind: measure.kind,
          label: measure.label,
          otherVersion: rated.otherVersion,
          allMarks:
            measure.id === 'steps' ? { ...tableReliability(table(ALL_MARKS)), ...markCounts(labels) } : null,
        };
      }),
    localisation: located(labels, filter.tolerance),
    withRevealed:
      left.revealed === 0 || outcome === undefined ? null : tableReliability(table(outcome, withRevealed)),
    self: [...selfAgreement(seen, schemas)],
    gold: [...goldScores(data, seen, filter.tolerance)],
  };
}

function markCounts(labels: readonly SubmissionRecord[]): {
  own: number;
  bulk: number;
  inherited: number;
} {
  const counts = { own: 0, bulk: 0, inherited: 0 };
  for (const { doc } of labels) for (const { by } of Object.values(doc.steps)) counts[by] += 1;
  return counts;
}

function located(labels: readonly SubmissionRecord[], tolerance: number): AgreementAnswer['localisation'] {
  const items = new Map<string, FirstError[]>();
  let notOwn = 0;
  for (const { item, doc } of labels) {
    const { firstError } = doc;
    if (firstError === null) continue;
    if (!isOwnFirstError(doc)) {
      notOwn += 1;
      continue;
    }
    const said = items.get(item) ?? [];
    said.push(firstError === 'none' ? 'none' : firstError.seq);
    items.set(item, said);
  }
  const { agreement, onSteps, ...counts } = localisation([...items.values()], tolerance);
  return {
    ...counts,
    tolerance,
    agreement: figureAnswer(agreement),
    onSteps: figureAnswer(onSteps),
    notOwn,
  };
}

function choicesOf({ submissions, schemas }: ProjectData): AgreementAnswer['choices'] {
  const annotators = new Map<string, { person: string; name: string; labels: number }>();
  for (const { person, name, current, copiedFrom } of submissions) {
    if (!current || copiedFrom !== null) continue;
    const known = annotators.get(person) ?? { person, name, labels: 0 };
    annotators.set(person, { ...known, name, labels: known.labels + 1 });
  }
  return {
    queues: [...new Set(submissions.map(({ queue }) => queue))],
    scenarios: [...new Set(submissions.map(({ scenario }) => scenario))].sort(),
    versions: [...schemas.keys()].sort((a, b) => a - b),
    annotators: [...annotators.values()].sort((a, b) => a.name.localeCompare(b.name, 'en')),
  };
}
