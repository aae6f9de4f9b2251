import { observation } from '../../lib/client/messages/en/observation.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { observation };

export const t = translator(words);
