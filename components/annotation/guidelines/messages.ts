import { guidelines } from '../../../lib/client/messages/en/guidelines.ts';
import { translator } from '../../../lib/client/messages/index.ts';

const words = { guidelines };

export const t = translator(words);
