import { annotate } from '../../../lib/client/messages/en/annotate.ts';
import { labelling } from '../../../lib/client/messages/en/labelling.ts';
import { translator } from '../../../lib/client/messages/index.ts';

const words = { annotate, labelling };

export const t = translator(words);
