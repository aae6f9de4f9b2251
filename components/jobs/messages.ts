import { jobs } from '../../lib/client/messages/en/jobs.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { jobs };

export const t = translator(words);
