import { changes } from '../../lib/client/messages/en/changes.ts';
import { compare } from '../../lib/client/messages/en/compare.ts';
import { run } from '../../lib/client/messages/en/run.ts';
import { session } from '../../lib/client/messages/en/session.ts';
import { timeline } from '../../lib/client/messages/en/timeline.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { changes, compare, run, session, timeline };

export const t = translator(words);
