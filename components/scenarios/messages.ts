import { filter } from '../../lib/client/messages/en/filter.ts';
import { findings } from '../../lib/client/messages/en/findings.ts';
import { scenario } from '../../lib/client/messages/en/scenario.ts';
import { scenarios } from '../../lib/client/messages/en/scenarios.ts';
import { tasks } from '../../lib/client/messages/en/tasks.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { filter, findings, scenario, scenarios, tasks };

export const t = translator(words);
