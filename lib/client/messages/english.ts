import { en } from './en.ts';
import { translator } from './index.ts';

/** Has every word: for what runs on the server, and tests. */
export const t = translator(en);
