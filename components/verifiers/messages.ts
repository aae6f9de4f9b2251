import { verifiers } from '../../lib/client/messages/en/verifiers.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { verifiers };

export const t = translator(words);
