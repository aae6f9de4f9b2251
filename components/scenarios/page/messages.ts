import { filter } from '../../../lib/client/messages/en/filter.ts';
import { findings } from '../../../lib/client/messages/en/findings.ts';
import { outcomes } from '../../../lib/client/messages/en/outcomes.ts';
import { scenario } from '../../../lib/client/messages/en/scenario.ts';
import { scenarios } from '../../../lib/client/messages/en/scenarios.ts';
import { schemaDiagram } from '../../../lib/client/messages/en/schema-diagram.ts';
import { source } from '../../../lib/client/messages/en/source.ts';
import { tasks } from '../../../lib/client/messages/en/tasks.ts';
import { translator } from '../../../lib/client/messages/index.ts';

const words = { filter, findings, outcomes, scenario, scenarios, schemaDiagram, source, tasks };

export const t = translator(words);
