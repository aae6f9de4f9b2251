export { findPairs, type FoundPair, type FoundSide, type PairRun, type PairStep } from './find-pairs.ts';
