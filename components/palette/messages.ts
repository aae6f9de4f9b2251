import { settings } from '../../lib/client/messages/en/settings.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { settings };

export const t = translator(words);
