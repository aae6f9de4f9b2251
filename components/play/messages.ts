import { scenario } from '../../lib/client/messages/en/scenario.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { scenario };

export const t = translator(words);
