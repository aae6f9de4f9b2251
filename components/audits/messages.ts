import { audits } from '../../lib/client/messages/en/audits.ts';
import { filter } from '../../lib/client/messages/en/filter.ts';
import { findings } from '../../lib/client/messages/en/findings.ts';
import { scenario } from '../../lib/client/messages/en/scenario.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { audits, filter, findings, scenario };

export const t = translator(words);
