import { observation } from '../../lib/client/messages/en/observation.ts';
import { person } from '../../lib/client/messages/en/person.ts';
import { run } from '../../lib/client/messages/en/run.ts';
import { session } from '../../lib/client/messages/en/session.ts';
import { timeline } from '../../lib/client/messages/en/timeline.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { observation, person, run, session, timeline };

export const t = translator(words);
