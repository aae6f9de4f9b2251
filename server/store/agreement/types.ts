import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { QueueKind } from '../../../lib/contracts/annotation/queues.ts';
import type { ItemRecord, SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';

/** All of one project that its figures are made from. */
export interface ProjectData {
  readonly submissions: readonly SubmissionRecord[];
  readonly items: readonly ItemRecord[];
  /** By version. */
  readonly schemas: ReadonlyMap<number, LabelSchemaDoc>;
  readonly queues: readonly QueueFacts[];
  /** Steps of runs; a run that is not there has an unknown number. */
  readonly steps: ReadonlyMap<string, number>;
}

export interface QueueFacts {
  readonly id: string;
  readonly name: string;
  readonly kind: QueueKind;
  readonly state: 'open' | 'paused' | 'closed';
  /** It goes on filling itself. */
  readonly filling: boolean;
}
