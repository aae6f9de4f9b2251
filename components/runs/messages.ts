import { filter } from '../../lib/client/messages/en/filter.ts';
import { jobs } from '../../lib/client/messages/en/jobs.ts';
import { runs } from '../../lib/client/messages/en/runs.ts';
import { sessions } from '../../lib/client/messages/en/sessions.ts';
import { sql } from '../../lib/client/messages/en/sql.ts';
import { tasks } from '../../lib/client/messages/en/tasks.ts';
import { translator, type KeyOf } from '../../lib/client/messages/index.ts';

const words = { filter, jobs, runs, sessions, sql, tasks };

/** Keys of the words of these screens, and of those that all share. */
export type MessageKey = KeyOf<typeof words>;

export const t = translator(words);
