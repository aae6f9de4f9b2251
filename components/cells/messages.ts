import { cells } from '../../lib/client/messages/en/cells.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { cells };

export const t = translator(words);
