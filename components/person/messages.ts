import { person } from '../../lib/client/messages/en/person.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { person };

export const t = translator(words);
