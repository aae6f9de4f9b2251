import { changes } from '../../lib/client/messages/en/changes.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { changes };

export const t = translator(words);
