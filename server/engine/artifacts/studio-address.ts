import { isIP } from 'node:net';
import { AppError } from '../../../lib/contracts/errors.ts';
import { isPublicAddress } from '../../verify/public-fetch.ts';

/** Where another studio is. @throws AppError invalid_request; forbidden: not of the public internet, where it has to be */
export function studioAddress(url: string, publicOnly: boolean): URL {
  const base = URL.parse(url);
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new AppError(
      'invalid_request',
      'That is no address of a studio: it begins with http:// or https://.',
    );
  // They would stand in the job's title, and in what the other side says of it.
  if (base.username !== '' || base.password !== '')
    throw new AppError(
      'invalid_request',
      `Give the address of ${base.host} without a name and a password; a studio takes an API token.`,
    );
  base.search = '';
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const literal = base.hostname.replace(/^\[|\]$/g, '');
  if (publicOnly && isIP(literal) !== 0 && !isPublicAddress(literal)) throw notPublic(literal);
  return base;
}

export function notPublic(host: string): AppError {
  return new AppError(
    'forbidden',
    `${host} is not on the public internet: a public server does not reach into its own network.`,
  );
}
