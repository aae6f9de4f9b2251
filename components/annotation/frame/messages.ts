import { annotate } from '../../../lib/client/messages/en/annotate.ts';
import { translator } from '../../../lib/client/messages/index.ts';

const words = { annotate };

export const t = translator(words);
