import { identity } from '../../lib/client/messages/en/identity.ts';
import { person } from '../../lib/client/messages/en/person.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { identity, person };

export const t = translator(words);
