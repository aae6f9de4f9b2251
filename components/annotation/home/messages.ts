import { projects } from '../../../lib/client/messages/en/projects.ts';
import { translator } from '../../../lib/client/messages/index.ts';

const words = { projects };

export const t = translator(words);
