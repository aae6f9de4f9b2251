import { form } from '../../lib/client/messages/en/form.ts';
import { live } from '../../lib/client/messages/en/live.ts';
import { phase } from '../../lib/client/messages/en/phase.ts';
import { scenario } from '../../lib/client/messages/en/scenario.ts';
import { scenarios } from '../../lib/client/messages/en/scenarios.ts';
import { session } from '../../lib/client/messages/en/session.ts';
import { sessions } from '../../lib/client/messages/en/sessions.ts';
import { tools } from '../../lib/client/messages/en/tools.ts';
import { workspace } from '../../lib/client/messages/en/workspace.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { form, live, phase, scenario, scenarios, session, sessions, tools, workspace };

export const t = translator(words);
