import type { DecisionRecord, SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { LabelOutcome } from '../../../lib/contracts/runs.ts';
import { lastByPerson, lastDecision, truthOf, type Truth } from '../../../lib/domain/consensus/index.ts';
import type { RunVerdicts } from '../../store/grading/verdicts-of-runs.ts';

/** Tag that says that the task can be read in more ways than one, as the ready schema names it. */
const AMBIGUOUS = 'ambiguous_task';

export interface RunWord {
  readonly run: string;
  readonly truth: Truth;
  readonly labels: number;
  /** More than half of those who labelled it, or the decision, say so. */
  readonly ambiguous: boolean;
  readonly serverError: boolean;
}

type SchemaOf = (version: number) => LabelSchemaDoc | undefined;

/**
 * What people say of each run. Gold items and hidden repeats are left out, pairs too; a label that stands for an identical run stands
 * for it here as well, and so does a decision.
 */
export function wordsOf(
  submissions: readonly SubmissionRecord[],
  decisions: readonly DecisionRecord[],
  schemaOf: SchemaOf,
): RunWord[] {
  const decided = Map.groupBy(decisions, ({ item }) => item);
  const byRun = new Map<string, SubmissionRecord[]>();
  for (const label of submissions) {
    if (!label.current || label.itemKind !== 'work' || label.otherRun !== null) continue;
    const known = byRun.get(label.run);
    if (known === undefined) byRun.set(label.run, [label]);
    else known.push(label);
  }
  return [...byRun].flatMap(([run, labels]) => {
    const decision = lastDecision(labels.flatMap(({ item }) => decided.get(item) ?? []));
    const words = labels.map(({ person, submittedAtMs, doc, schemaVersion }) => ({
      person,
      submittedAtMs,
      means: meansOf(doc.outcome, schemaOf(schemaVersion)),
      ambiguous: isAmbiguous(doc.tags),
    }));
    const said = lastByPerson(words);
    const settled =
      decision === undefined ? null : meansOf(decision.doc.outcome, schemaOf(decision.schemaVersion));
    const truth = truthOf(settled, words);
    if (truth === undefined) return [];
    const most = (count: number) => count * 2 > said.length;
    return [
      {
        run,
        truth,
        labels: said.length,
        ambiguous:
          decision === undefined
            ? most(said.filter(({ ambiguous }) => ambiguous).length)
            : isAmbiguous(decision.doc.tags),
        serverError:
          settled === null
            ? most(said.filter(({ means }) => means === 'server_error').length)
            : settled === 'server_error',
      },
    ];
  });
}

function isAmbiguous(tags: readonly { readonly value: string }[]): boolean {
  return tags.some(({ value }) => value === AMBIGUOUS);
}

function meansOf(outcome: string | null, schema: LabelSchemaDoc | undefined): LabelOutcome | null {
  return schema?.outcomes.find(({ value }) => value === outcome)?.means ?? null;
}

/** A run of the table: both have spoken. */
export interface Graded {
  readonly run: string;
  readonly scenario: string;
  readonly taskIdx: number;
  readonly verdict: string;
  readonly verifier: string | null;
  readonly word: RunWord;
  readonly human: LabelOutcome;
  readonly complete: boolean;
}

/** Undefined: people disagree, or there is no verdict (of that version). */
export function gradeRun(word: RunWord, said: RunVerdicts, version: string | undefined): Graded | undefined {
  const { truth } = word;
  const verdict = version === undefined ? said.verdict : (said.byVersion.get(version) ?? null);
  if (truth.settled === 'disputed' || verdict === null) return undefined;
  const { run, scenario, taskIdx } = said;
  const verifier = version ?? said.verifier;
  return { run, scenario, taskIdx, verdict, verifier, word, human: truth.says, complete: truth.complete };
}
