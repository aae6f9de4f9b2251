export { compareGroup, comparePaths, compareStates } from './compare-runs.ts';
