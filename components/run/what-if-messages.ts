import { form } from '../../lib/client/messages/en/form.ts';
import { run } from '../../lib/client/messages/en/run.ts';
import { session } from '../../lib/client/messages/en/session.ts';
import { timeline } from '../../lib/client/messages/en/timeline.ts';
import { tools } from '../../lib/client/messages/en/tools.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { form, run, session, timeline, tools };

/** Of the pane that has a tool's form; the page itself goes without the form's words. */
export const t = translator(words);
