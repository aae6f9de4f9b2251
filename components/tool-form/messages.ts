import { form } from '../../lib/client/messages/en/form.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { form };

export const t = translator(words);
