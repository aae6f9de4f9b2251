import { keeping } from '../../lib/client/messages/en/keeping.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { keeping };

export const t = translator(words);
