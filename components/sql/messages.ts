import { editor } from '../../lib/client/messages/en/editor.ts';
import { sql } from '../../lib/client/messages/en/sql.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { editor, sql };

export const t = translator(words);
