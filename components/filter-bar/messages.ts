import { filter } from '../../lib/client/messages/en/filter.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { filter };

export const t = translator(words);
