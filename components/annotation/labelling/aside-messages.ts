import { labellingAside } from '../../../lib/client/messages/en/labelling-aside.ts';
import { labelling } from '../../../lib/client/messages/en/labelling.ts';
import { translator } from '../../../lib/client/messages/index.ts';

const words = { labelling, labellingAside };

/** For what is loaded when it is asked for. */
export const t = translator(words);
