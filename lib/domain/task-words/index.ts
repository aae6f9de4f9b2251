export { isNamed, namedIn, namedInTask, readTask, type TaskWords, type WordSpan } from './task-words.ts';
