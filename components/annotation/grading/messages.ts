import { annotate } from '../../../lib/client/messages/en/annotate.ts';
import { grading } from '../../../lib/client/messages/en/grading.ts';
import { translator } from '../../../lib/client/messages/index.ts';

const words = { annotate, grading };

export const t = translator(words);
