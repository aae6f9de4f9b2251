import type {
  AdjudicationItem,
  DecisionDraft,
  Disagreements,
  GuidelineProposal,
  KeptDecisionDraft,
  verdictShownSchema,
} from '../../../lib/contracts/annotation/adjudication.ts';
import type { GuidelineSection } from '../../../lib/contracts/annotation/label-schema.ts';
import type { BlindRun, schemaVersionSchema } from '../../../lib/contracts/annotation/labelling.ts';
import type { QUEUE_STATES } from '../../../lib/contracts/annotation/queues.ts';
import type { DecisionRecord, RecordFilter } from '../../../lib/contracts/annotation/records.ts';
import type { LabelOutcome } from '../../../lib/contracts/runs.ts';
import type { Principal } from '../../../lib/contracts/people.ts';
import type { AdjudicationShelf } from '../../store/adjudication/types.ts';
import type * as z from 'zod/mini';
import type { AnnotationRecords, Blindness } from '../types.ts';

/** What adjudication needs of the parts beside it. */
export interface AdjudicationParts {
  readonly records: Pick<AnnotationRecords, 'submissions' | 'items' | 'revision'>;
  readonly shelf: AdjudicationShelf;
  /** Before what adjudicators have in hand is added to it. */
  readonly blindness: Blindness;
  readonly projects: ProjectReader;
  readonly runs: RunReader;
  /** The library's label of a run, which a decision stands above; outcome null takes it back. */
  readonly setDecided: (
    run: string,
    decision: { readonly outcome: LabelOutcome | null; readonly by: string; readonly note: string | null },
  ) => void;
}

export interface ProjectReader {
  project(id: string): { readonly id: string; readonly name: string } | undefined;
  /** Undefined: no such project. */
  schema(project: string, version: number): z.output<typeof schemaVersionSchema> | undefined;
  /** The newest. */
  guidelines(
    project: string,
  ): { readonly version: number; readonly sections: readonly GuidelineSection[] } | undefined;
  queue(
    id: string,
  ):
    { readonly id: string; readonly name: string; readonly state: (typeof QUEUE_STATES)[number] } | undefined;
}

export interface RunReader {
  /** @throws AppError not_found where it is gone */
  blindRun(run: string): Promise<BlindRun>;
  /** Steps without their rows; [] where the run is gone. */
  steps(run: string): BlindRun['steps'];
  /** Null: the run is gone. */
  shown(run: string): z.output<typeof verdictShownSchema> | null;
}

export interface Adjudication {
  /** @throws AppError not_found */
  list(
    project: string,
    filter: { readonly queue?: string; readonly show: 'todo' | 'decided' | 'all' },
    who: Principal,
  ): Disagreements;
  /** @throws AppError not_found, blind */
  get(item: string, who: Principal): Promise<AdjudicationItem>;
  /** @throws AppError not_found, blind, conflict, forbidden */
  hold(item: string, who: Principal): Promise<AdjudicationItem>;
  /** @throws AppError not_found, blind, conflict, forbidden */
  save(
    item: string,
    save: { readonly baseRevision: number; readonly draft: DecisionDraft },
    who: Principal,
  ): { readonly draft: KeptDecisionDraft; readonly heldUntilMs: number; readonly nowMs: number };
  /** @throws AppError not_found, blind, conflict, forbidden, invalid_request */
  decide(
    item: string,
    decide: {
      readonly baseRevision: number;
      readonly draft: DecisionDraft;
      readonly key: string;
      readonly like: string | null;
    },
    who: Principal,
  ): Promise<AdjudicationItem>;
  skip(item: string, reason: string, who: Principal): void;
  /** Gives back what the person has in hand of a project, but for one item; how many. @throws AppError not_found */
  giveBack(project: string, except: string | undefined, who: Principal): number;
  reveal(item: string, who: Principal): Promise<AdjudicationItem>;
  reopen(item: string, who: Principal): Promise<AdjudicationItem>;
  confirmAgreed(project: string, queue: string | undefined, who: Principal): number;
  proposals(project: string): readonly GuidelineProposal[];
  answerProposal(id: string, state: GuidelineProposal['state'], who: Principal): GuidelineProposal;
  /** Evidence routes take an item's id for its run's; undefined: there is none such, or it is hidden from the person. */
  runOfItem(alias: string, who: Principal): string | undefined;
  /** For the port of records. */
  decisions(filter: RecordFilter): readonly DecisionRecord[];
  revision(): number;
}
