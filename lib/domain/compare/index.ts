export { alignPaths, type AlignBy, type AlignedStep, type Alignment } from './align-paths.ts';
export { canonicalJson } from './canonical-json.ts';
export { groupTree, type GroupRun, type GroupStep } from './group-tree.ts';
export {
  answerForm,
  matchAnswers,
  type AnswerMasks,
  type AnswerMatch,
  type MaskedAnswer,
} from './same-answer.ts';
