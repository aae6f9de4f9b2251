import { changes } from '../../lib/client/messages/en/changes.ts';
import { tables } from '../../lib/client/messages/en/tables.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { changes, tables };

export const t = translator(words);
