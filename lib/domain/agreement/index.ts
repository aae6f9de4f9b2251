export { confusionOf, type Judged } from './confusion.ts';
export {
  intervalScale,
  masi,
  masiScale,
  NOMINAL,
  ORDINAL,
  toleranceScale,
  type Scale,
} from './differences.ts';
export { drift } from './drift.ts';
export type { Figure } from './figure.ts';
export { forecast } from './forecast.ts';
export { cohensKappa } from './kappa.ts';
export { localisation, type FirstError } from './localisation.ts';
export { pairAgreement } from './pair.ts';
export { median } from './quantile.ts';
export type { Item, Rating } from './ratings.ts';
export { reliability, type Reliability } from './reliability.ts';
export { rushed, type Timed } from './rushed.ts';
export { splitHalves } from './halves.ts';
export { weightedKappa } from './weighted-kappa.ts';
export { wilson, type Share } from './wilson.ts';
