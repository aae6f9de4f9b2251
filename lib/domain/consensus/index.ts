export { truthOf, type Truth } from './outcome-truth.ts';
export { answerText, saidIn } from './said-in.ts';
export { lastByPerson, lastDecision, settleWords, type Settled, type Word } from './settle-words.ts';
