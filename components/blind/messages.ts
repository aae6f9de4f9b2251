import { blind } from '../../lib/client/messages/en/blind.ts';
import { translator } from '../../lib/client/messages/index.ts';

export const t = translator({ blind });
