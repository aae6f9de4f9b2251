import { identity } from '../../../lib/client/messages/en/identity.ts';
import { people } from '../../../lib/client/messages/en/people.ts';
import { translator } from '../../../lib/client/messages/index.ts';

const words = { identity, people };

export const t = translator(words);
