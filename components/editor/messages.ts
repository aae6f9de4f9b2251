import { editor } from '../../lib/client/messages/en/editor.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { editor };

export const t = translator(words);
