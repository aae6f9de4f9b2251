import type { LabelActs } from '../label-acts.ts';

export interface PartProps {
  readonly acts: LabelActs;
}
