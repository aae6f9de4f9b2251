import { form } from '../../lib/client/messages/en/form.ts';
import { observation } from '../../lib/client/messages/en/observation.ts';
import { person } from '../../lib/client/messages/en/person.ts';
import { run } from '../../lib/client/messages/en/run.ts';
import { session } from '../../lib/client/messages/en/session.ts';
import { timeline } from '../../lib/client/messages/en/timeline.ts';
import { tools } from '../../lib/client/messages/en/tools.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { form, observation, person, run, session, timeline, tools };

export const t = translator(words);
