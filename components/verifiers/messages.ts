import { verifiers } from '../../lib/client/messages/en/verifiers.ts';
import { sessions } from '../../lib/client/messages/en/sessions.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { sessions, verifiers };

export const t = translator(words);
