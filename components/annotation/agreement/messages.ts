import { agreement } from '../../../lib/client/messages/en/agreement.ts';
import { translator } from '../../../lib/client/messages/index.ts';

const words = { agreement };

export const t = translator(words);
