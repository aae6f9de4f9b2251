import { dev } from '../../lib/client/messages/en/dev.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { dev };

export const t = translator(words);
