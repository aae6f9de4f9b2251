import { person } from '../../lib/client/messages/en/person.ts';
import { settings } from '../../lib/client/messages/en/settings.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { person, settings };

export const t = translator(words);
