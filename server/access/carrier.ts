import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie';

/** How a browser carries its sign-in: a cookie where it takes one, else a bearer that the page keeps. */

const HOST_NAME = /^(\[[0-9a-f:]+\]|[^:]+)(:\d+)?$/i;
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;
const PROBE = 'awm-takes-cookies';
const DAY_S = 86_400;

export interface Carrier {
  /** The cookie's value, where the request is our own page's. */
  read(headers: IncomingHttpHeaders): string | undefined;
  /** Whether the browser showed that it keeps our cookies here. */
  takesCookies(headers: IncomingHttpHeaders): boolean;
  /** A cookie to try the browser with; undefined where it is known or none would be taken. */
  probe(headers: IncomingHttpHeaders): string | undefined;
  write(headers: IncomingHttpHeaders, value: string, maxAgeMs: number): string;
  clear(headers: IncomingHttpHeaders): string;
}

/** `tag` tells studios apart that share a host: cookies know no ports. */
export function createCarrier(tag: string): Carrier {
  // `__Host-`: no page of a neighbouring host name can plant it. Browsers take the prefix over HTTPS only.
  const nameFor = (headers: IncomingHttpHeaders) => `${isHttps(headers) ? '__Host-' : ''}awm-${tag}`;
  const cookie = (rest: Pick<SetCookie, 'name' | 'value' | 'maxAge'>): string =>
    stringifySetCookie({
      ...rest,
      path: '/',
      httpOnly: true,
      secure: true,
      // In a frame of another site each site that shows it has its own: such cookies stay where third-party ones are blocked.
      sameSite: 'none',
      partitioned: true,
    });
  return {
    read(headers) {
      if (!isOwnPage(headers)) return undefined;
      return parseCookie(headers.cookie ?? '')[nameFor(headers)];
    },
    takesCookies: (headers) => parseCookie(headers.cookie ?? '')[PROBE] !== undefined,
    probe(headers) {
      if (parseCookie(headers.cookie ?? '')[PROBE] !== undefined || !isSecure(headers)) return undefined;
      return cookie({ name: PROBE, value: '1', maxAge: DAY_S });
    },
    write: (headers, value, maxAgeMs) =>
      cookie({ name: nameFor(headers), value, maxAge: Math.floor(maxAgeMs / 1000) }),
    clear: (headers) => cookie({ name: nameFor(headers), value: '', maxAge: 0 }),
  };
}

/**
 * A browser sends our cookie with whatever asks us, other sites' pages and other ports of this machine too. It counts only
 * where the browser says that our own page asks.
 */
function isOwnPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin !== undefined && origin.replace(/^https?:\/\//, '') === askedHost(headers);
}

function isHttps(headers: IncomingHttpHeaders): boolean {
  return first(headers['x-forwarded-proto'])?.toLowerCase() === 'https';
}

/** Where browsers take `Secure` cookies: over HTTPS, and from this machine itself. */
function isSecure(headers: IncomingHttpHeaders): boolean {
  const name = HOST_NAME.exec(askedHost(headers) ?? '')?.[1];
  return isHttps(headers) || (name !== undefined && LOOPBACK.test(name));
}

function askedHost(headers: IncomingHttpHeaders): string | undefined {
  return first(headers['x-forwarded-host']) ?? headers.host;
}

function first(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  return text?.split(',')[0]?.trim();
}
