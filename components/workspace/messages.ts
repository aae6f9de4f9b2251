import { session } from '../../lib/client/messages/en/session.ts';
import { timeline } from '../../lib/client/messages/en/timeline.ts';
import { workspace } from '../../lib/client/messages/en/workspace.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { session, timeline, workspace };

export const t = translator(words);
