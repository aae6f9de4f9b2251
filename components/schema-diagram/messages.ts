import { schemaDiagram } from '../../lib/client/messages/en/schema-diagram.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { schemaDiagram };

export const t = translator(words);
