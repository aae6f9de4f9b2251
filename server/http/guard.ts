import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Who may talk to the server, from the first day: the Host must be one that the server is known by (a page that rebinds
 * its own name to our address has another), and a browser's Origin must be ours. Clients that are no browsers send none.
 */
export interface GuardOptions {
  /** The address that the server is bound to. On one that is not loopback, addresses are good Hosts: only names can be rebound. */
  readonly bindHost: string;
  /** Host names besides loopback's; `*.example.org` stands for all below it. */
  readonly allowHosts: readonly string[];
  /** Origins besides our own, e.g. `https://example.org`. */
  readonly allowOrigins: readonly string[];
  /** Origins whose pages may show the studio in a frame. */
  readonly allowFrames?: readonly string[];
}

export interface Refusal {
  readonly status: 403 | 421;
  readonly message: string;
}

export interface Guard {
  refusal(request: Pick<IncomingMessage, 'headers'>): Refusal | undefined;
  allows(request: IncomingMessage): boolean;
  /** Headers that every answer has. Answers the request itself, and returns true, where it is refused or a preflight. */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
  /** Refuses an upgrade on its raw socket, and returns true. */
  refuseUpgrade(request: IncomingMessage, socket: Duplex): boolean;
}

/** Pages that may show the studio in a frame: ourselves and the Hub, which shows Spaces so. */
const FRAME_ANCESTORS = "frame-ancestors 'self' https://huggingface.co https://*.hf.space";

export function createGuard(options: GuardOptions): Guard {
  const hosts = options.allowHosts.map((host) => hostName(host) ?? host.toLowerCase());
  const origins = new Set(options.allowOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, '')));
  const frames = [FRAME_ANCESTORS, ...(options.allowFrames ?? [])].join(' ');
  const bindIsLoopback = isLoopback(options.bindHost);

  function isKnown(name: string): boolean {
    if (isLoopback(name) || name === options.bindHost.toLowerCase()) return true;
    return hosts.some((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host));
  }

  function isOurHost(name: string): boolean {
    return isKnown(name) || (!bindIsLoopback && isIP(name) !== 0);
  }

  function isCrossOrigin(origin: string): boolean {
    return origins.has(origin);
  }

  function refusal(request: Pick<IncomingMessage, 'headers'>): Refusal | undefined {
    const { host, origin } = request.headers;
    const asked = host === undefined ? undefined : hostName(host);
    if (host !== undefined) {
      if (asked === undefined || !isOurHost(asked)) {
        const shown = clean(host);
        return {
          status: 421,
          message: `This server does not answer for the host '${shown}'. If it is reached by that name, start it with --allow-host ${shown} (or AWM_STUDIO_ALLOW_HOST).`,
        };
      }
    }
    if (origin === undefined) return undefined;
    const normal = origin.toLowerCase();
    if (isCrossOrigin(normal)) return undefined;
    const name = originHost(normal);
    // Of all addresses only the one that the page's own server was asked by: a stranger's page may come from an address too.
    if (name !== undefined && (isKnown(name) || name === asked)) return undefined;
    const shown = clean(origin);
    return {
      status: 403,
      message: `Pages from '${shown}' may not talk to this server. To let them, start it with --allow-origin ${shown} (or AWM_STUDIO_ALLOW_ORIGIN).`,
    };
  }

  return {
    refusal,
    allows: (request) => refusal(request) === undefined,
    admit(request, response) {
      const refused = refusal(request);
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('referrer-policy', 'no-referrer');
      response.setHeader('content-security-policy', isPage(request.url) ? frames : "frame-ancestors 'none'");
      if (refused !== undefined) {
        response.writeHead(refused.status, { 'content-type': 'application/json; charset=utf-8' });
        response.end(JSON.stringify({ error: { code: 'forbidden', message: refused.message, details: {} } }));
        return true;
      }
      const origin = request.headers.origin?.toLowerCase();
      if (origin === undefined || !isCrossOrigin(origin)) return false;
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('access-control-expose-headers', 'mcp-session-id');
      response.setHeader('vary', 'origin');
      if (request.method !== 'OPTIONS') return false;
      response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
      response.setHeader(
        'access-control-allow-headers',
        'authorization, content-type, x-awm-page, x-awm-person, mcp-session-id, mcp-protocol-version, last-event-id',
      );
      response.writeHead(204).end();
      return true;
    },
    refuseUpgrade(request, socket) {
      const refused = refusal(request);
      if (refused === undefined) return false;
      const reason = refused.status === 421 ? 'Misdirected Request' : 'Forbidden';
      const body = `${refused.message}\n`;
      socket.end(
        `HTTP/1.1 ${refused.status} ${reason}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
        // A peer that does not close its side must not hold the socket.
        () => socket.destroy(),
      );
      return true;
    },
  };
}

function isPage(url: string | undefined): boolean {
  return url === '/' || url?.startsWith('/web') === true;
}

/** The name of a Host header, without port and brackets; undefined where it is malformed. */
function hostName(host: string): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._*-]+))(?::\d{1,5})?$/i.exec(host.trim());
  return (match?.[1] ?? match?.[2])?.toLowerCase().replace(/\.$/, '');
}

function originHost(origin: string): string | undefined {
  const match = /^https?:\/\/(.+)$/.exec(origin);
  return match?.[1] === undefined ? undefined : hostName(match[1]);
}

/** Whether a host name or address is this machine's own, which nobody else reaches. */
export function isLoopback(name: string): boolean {
  const lower = name.toLowerCase();
  if (lower === 'localhost' || lower.endsWith('.localhost') || lower === '::1') return true;
  return isIP(lower) === 4 && lower.startsWith('127.');
}

/** What a stranger sent, as far as it is shown to people. */
function clean(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, '').slice(0, 200);
}
