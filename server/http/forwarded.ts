import type { IncomingHttpHeaders } from 'node:http';

const HOST = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i;

/**
 * The origin that the client sees, for absolute redirects: proxies (a Space's, a tunnel's) say so in X-Forwarded-Proto
 * and X-Forwarded-Host; without them it is the connection's.
 */
export function publicOrigin(headers: IncomingHttpHeaders): string {
  const proto = first(headers['x-forwarded-proto'])?.toLowerCase() === 'https' ? 'https' : 'http';
  const forwarded = first(headers['x-forwarded-host']);
  const host = forwarded !== undefined && HOST.test(forwarded) ? forwarded : (headers.host ?? 'localhost');
  return `${proto}://${host}`;
}

/** Each proxy on the way adds its own after a comma; the first is the client's. */
function first(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  return text?.split(',')[0]?.trim();
}
