import { log } from '../../lib/client/messages/en/log.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { log };

export const t = translator(words);
