import { queueAdmin } from '../../../lib/client/messages/en/queue-admin.ts';
import { translator } from '../../../lib/client/messages/index.ts';

const words = { queueAdmin };

export const t = translator(words);
