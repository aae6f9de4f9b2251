export { drawPairs, pairsAmong } from './draw-pairs.ts';
export { findPairs, type FoundPair, type FoundSide, type PairRun } from './find-pairs.ts';
export { sharedPrefix, type SharedPrefix } from './shared-prefix.ts';
