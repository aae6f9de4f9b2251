import type {
  AgreementAnswer,
  AgreementFilter,
  Breakdown,
  BreakdownRow,
  ConfusionAnswer,
  DriftAnswer,
  ProgressAnswer,
  RatedUnit,
} from '../../../lib/contracts/annotation/agreement.ts';

export type { ProjectData } from '../../store/agreement/types.ts';

export type AgreementTask =
  | { readonly of: 'overview'; readonly filter: AgreementFilter }
  | {
      readonly of: 'breakdown';
      readonly filter: AgreementFilter;
      readonly measure: string;
      readonly by: Breakdown;
    }
  | {
      readonly of: 'confusion';
      readonly filter: AgreementFilter;
      readonly measure: string;
      readonly first?: string | undefined;
      readonly second?: string | undefined;
    }
  | {
      readonly of: 'rated';
      readonly filter: AgreementFilter;
      readonly measure: string;
      readonly which: 'disagree' | 'agree' | 'all';
      readonly first?: string | undefined;
      readonly second?: string | undefined;
      readonly value?: string | undefined;
      readonly against?: string | undefined;
      readonly offset: number;
      readonly limit: number;
    }
  | {
      readonly of: 'drift';
      readonly filter: AgreementFilter;
      readonly measure: string;
      readonly person?: string | undefined;
      readonly windows: number;
    }
  | { readonly of: 'progress'; readonly nowMs: number };

export interface AgreementAnswers {
  readonly overview: AgreementAnswer;
  readonly breakdown: { readonly rows: BreakdownRow[] };
  readonly confusion: ConfusionAnswer;
  readonly rated: { readonly items: RatedUnit[]; readonly total: number };
  readonly drift: DriftAnswer;
  readonly progress: ProgressAnswer;
}

/** Figures over a project's labels, worked out beside the event loop and kept until a label changes. */
export interface Agreement extends AsyncDisposable {
  /**
   * Labels of `hidden` runs are left out: whoever asks has still to label them.
   * @throws AppError not_found (no such project or question), capacity_reached, deadline_exceeded
   */
  ask<T extends AgreementTask>(
    project: string,
    hidden: ReadonlySet<string>,
    task: T,
    signal?: AbortSignal,
  ): Promise<AgreementAnswers[T['of']]>;
}
