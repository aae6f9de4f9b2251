export { confusionOf, type Confusion, type Judged } from './confusion.ts';
export { cohensKappa, type Kappa } from './kappa.ts';
export { splitHalves, type LabelledGroup } from './halves.ts';
