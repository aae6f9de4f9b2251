import { annotate } from '../../../lib/client/messages/en/annotate.ts';
import { grading } from '../../../lib/client/messages/en/grading.ts';
import { runs } from '../../../lib/client/messages/en/runs.ts';
import { translator } from '../../../lib/client/messages/index.ts';

const words = { annotate, grading, runs };

export const t = translator(words);
