import { adjudication } from '../../../lib/client/messages/en/adjudication.ts';
import { annotate } from '../../../lib/client/messages/en/annotate.ts';
import { translator } from '../../../lib/client/messages/index.ts';

const words = { adjudication, annotate };

export const t = translator(words);
