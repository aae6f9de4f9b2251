import { identity } from '../../lib/client/messages/en/identity.ts';
import { signIn } from '../../lib/client/messages/en/sign-in.ts';
import { translator } from '../../lib/client/messages/index.ts';

const words = { identity, signIn };

export const t = translator(words);
