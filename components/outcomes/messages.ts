import { outcomes } from '../../lib/client/messages/en/outcomes.ts';
import { runs } from '../../lib/client/messages/en/runs.ts';
import { tasks } from '../../lib/client/messages/en/tasks.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { outcomes, runs, tasks };

export const t = translator(words);
