import { live } from '../../lib/client/messages/en/live.ts';
import { phase } from '../../lib/client/messages/en/phase.ts';
import { session } from '../../lib/client/messages/en/session.ts';
import { sessions } from '../../lib/client/messages/en/sessions.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { live, phase, session, sessions };

export const t = translator(words);
