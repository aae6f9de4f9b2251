import { verifiers } from '../../lib/client/messages/en/verifiers.ts';
import { verify } from '../../lib/client/messages/en/verify.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { verifiers, verify };

export const t = translator(words);
