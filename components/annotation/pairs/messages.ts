import { annotate } from '../../../lib/client/messages/en/annotate.ts';
import { runs } from '../../../lib/client/messages/en/runs.ts';
import { training } from '../../../lib/client/messages/en/training.ts';
import { translator } from '../../../lib/client/messages/index.ts';

const words = { annotate, runs, training };

export const t = translator(words);
