import { labelSchema } from '../../../lib/client/messages/en/label-schema.ts';
import { translator } from '../../../lib/client/messages/index.ts';

const words = { labelSchema };

export const t = translator(words);
