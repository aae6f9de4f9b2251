import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type {
  PairsAdded,
  QueueDetail,
  QueueItem,
  QueuePreview,
  QueueSummary,
} from '../../../lib/contracts/annotation/queue-admin.ts';
import type {
  PairSource,
  QueueKind,
  QueueSettings,
  QueueSource,
} from '../../../lib/contracts/annotation/queues.ts';
import type { Principal } from '../../../lib/contracts/people.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import type { ItemFilter } from '../../store/annotation/types.ts';

export interface NewQueueInput {
  readonly project: string;
  readonly name: string;
  readonly kind: QueueKind;
  readonly source: QueueSource | null;
  readonly settings: QueueSettings;
  readonly members: readonly Member[];
  readonly everyone: boolean;
  readonly onboarding: string | null;
}

export interface NewPairQueue extends Omit<NewQueueInput, 'kind' | 'source'> {
  readonly pairs: PairSource;
  readonly dryRun: boolean;
}

export interface Member {
  readonly person: string;
  readonly name: string;
}

export interface QueueChangeInput {
  readonly name?: string | undefined;
  readonly settings?: { readonly [K in keyof QueueSettings]?: QueueSettings[K] | undefined } | undefined;
  readonly state?: 'open' | 'paused' | 'closed' | undefined;
  readonly everyone?: boolean | undefined;
  readonly onboarding?: string | null | undefined;
  readonly source?: QueueSource | null | undefined;
}

/** Queues as a lead makes and watches them. Each @throws AppError not_found, storage_full */
export interface QueueDesk {
  /** @throws AppError invalid_request (kind and source, onboarding queue) */
  create(queue: NewQueueInput, by: Principal, signal?: AbortSignal): Promise<QueueDetail>;
  list(project?: string): readonly QueueSummary[];
  get(id: string): QueueDetail;
  /** Undefined: there is none such. */
  find(id: string): Pick<QueueSummary, 'id' | 'name' | 'state'> | undefined;
  change(id: string, change: QueueChangeInput, signal?: AbortSignal): Promise<QueueDetail>;
  preview(
    asked: { readonly queue: string | null; readonly source: QueueSource; readonly mergeIdentical: boolean },
    signal?: AbortSignal,
  ): Promise<QueuePreview>;
  addRuns(
    id: string,
    asked: { readonly target: RunTarget; readonly people: readonly Member[]; readonly again: boolean },
  ): Promise<QueuePreview>;
  /**
   * A queue of pairs; null where it is counted only, or where there is none to be added.
   * @throws AppError invalid_request (no preference in the schema, too many pairs, onboarding queue), conflict (no pair)
   */
  createOfPairs(
    queue: NewPairQueue,
    by: Principal,
    signal?: AbortSignal,
  ): Promise<{ readonly added: PairsAdded; readonly queue: QueueDetail | null }>;
  /** @throws AppError invalid_request (no queue of pairs, too many pairs) */
  addPairs(
    id: string,
    asked: { readonly pairs: PairSource; readonly dryRun: boolean },
    signal?: AbortSignal,
  ): Promise<PairsAdded>;
  items(
    id: string,
    which: ItemFilter,
    page: { readonly offset: number; readonly limit: number },
  ): { readonly items: readonly QueueItem[]; readonly total: number };
  removeItems(id: string, items: readonly string[], by: Principal): number;
  /** @throws AppError invalid_request for a label that the schema does not allow */
  setGold(id: string, item: string, gold: LabelDoc | null, why: string): QueueItem;
  changeMembers(id: string, add: readonly Member[], remove: readonly string[]): QueueDetail;
  /** @throws AppError conflict */
  returnLabel(assignment: string, note: string): QueueItem;
  release(assignment: string): QueueItem;
  /** @throws AppError conflict for a queue without onboarding */
  retryOnboarding(id: string, person: string): QueueDetail;
  relabel(
    id: string,
    asked: {
      readonly name?: string | undefined;
      readonly sections: readonly string[];
      readonly dryRun: boolean;
    },
    by: Principal,
  ): Promise<{
    readonly labels: number;
    readonly items: number;
    readonly gold: number;
    readonly queue: QueueDetail | null;
  }>;
  /** Settles when queues that fill themselves have taken in what the library holds now; tests. */
  filled(): Promise<void>;
}
