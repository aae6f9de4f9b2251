import type { FastifyInstance } from 'fastify';
import { AppError } from '../../lib/contracts/errors.ts';
import { errandOf } from '../access/index.ts';
import type { HttpContext } from './context.ts';

/** Where the OpenID provider sends people back to; register it there as redirect URI. */
export const SIGN_IN_CALLBACK = '/api/sign-in/callback';

/** Not in the REST table: a browser's window comes here, and goes on to a page that claims the sign-in or says what failed. */
export function registerSignInCallback(
  fastify: FastifyInstance,
  { accounts }: Pick<HttpContext, 'accounts'>,
): void {
  fastify.get(SIGN_IN_CALLBACK, async (request, reply) => {
    const at = request.url.indexOf('?');
    try {
      if (accounts?.provider === undefined) throw new AppError('not_found', 'Nobody signs in here.');
      await accounts.provider.finish(at === -1 ? '' : request.url.slice(at), errandOf(request.headers));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return reply.redirect('/web/sign-in?back=lost', 303);
    }
    return reply.header('cache-control', 'no-store').redirect('/web/sign-in?back=done', 303);
  });
}
