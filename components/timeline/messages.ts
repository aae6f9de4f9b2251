import { timeline } from '../../lib/client/messages/en/timeline.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { timeline };

export const t = translator(words);
