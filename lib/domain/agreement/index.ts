export { confusionOf, type Judged } from './confusion.ts';
export { cohensKappa } from './kappa.ts';
export { splitHalves } from './halves.ts';
