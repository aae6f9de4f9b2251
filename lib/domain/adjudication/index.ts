export { causeKey, causesOf, type Cause } from './causes.ts';
export { labelRows, rowPlace, type LabelRow } from './rows.ts';
export { settle, type Choice, type Settlement, type SettledRow } from './settle.ts';
export { transferDecision } from './transfer.ts';
