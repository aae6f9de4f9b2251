export {
  alignPaths,
  type AlignBy,
  type AlignedRow,
  type AlignedStep,
  type Alignment,
} from './align-paths.ts';
