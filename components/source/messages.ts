import { source } from '../../lib/client/messages/en/source.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { source };

export const t = translator(words);
