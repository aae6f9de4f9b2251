/**
 * The WebSocket address of a server's base URL, as the Python clients make it: `http://h/p` → `ws://h/p/ws`. A path and
 * a query are kept; an address that ends in `/ws` already is taken as it stands.
 *
 * @throws TypeError where `base` is no URL with http, https, ws or wss
 */
export function toSocketUrl(base: string, sessionId?: string): string {
  const url = new URL(base);
  const schemes: Readonly<Record<string, string>> = {
    'http:': 'ws:',
    'https:': 'wss:',
    'ws:': 'ws:',
    'wss:': 'wss:',
  };
  const scheme = schemes[url.protocol];
  if (scheme === undefined) throw new TypeError(`${base} is neither http(s) nor ws(s)`);
  // `protocol` cannot be set from http to ws: the URL standard forbids it between special schemes only in some engines.
  const rest = url.href.slice(url.protocol.length);
  const socket = new URL(`${scheme}${rest}`);
  const path = socket.pathname.replace(/\/+$/, '');
  socket.pathname = path.endsWith('/ws') ? path : `${path}/ws`;
  socket.hash = '';
  if (sessionId !== undefined) socket.searchParams.set('session_id', sessionId);
  return socket.href;
}
