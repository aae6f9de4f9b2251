import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** An answer of a judge has a few kilobytes. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Address ranges that are not the public internet's (IANA's special-purpose registries, RFC 6890). */
const RANGES = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const;

const SPECIAL = new BlockList();
for (const [address, prefix] of RANGES)
  SPECIAL.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether an IP address is one of the public internet. IPv4 in IPv6 is looked at as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !SPECIAL.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function refused(host: string): Error {
  return new Error(
    `${host} is not on the public internet: a public server asks no judge of its own network for a client. ` +
      'Whoever runs the server may allow it with --allow-private-judge',
  );
}

/** Checked where the connection is made, so that a name that changes its address in between wins nothing. */
const lookupPublic: LookupFunction = (hostname, options, answer) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) answer(error, '', 0);
    else if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
      answer(refused(hostname), '', 0);
    else if (options.all === true) answer(null, found);
    else answer(null, found[0]?.address ?? '', found[0]?.family);
  });
};

/**
 * `fetch` for an address that a stranger gave: public addresses only, no redirects followed, answers of at most 4 MiB.
 * @throws Error where the address is of another kind, and for what fails on the way
 */
export async function publicFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw refused(literal);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = Object.fromEntries(new Headers(init.headers));
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      { method: init.method ?? 'GET', headers, lookup: lookupPublic, signal: init.signal ?? undefined },
      (incoming) => {
        const chunks: Buffer[] = [];
        let size = 0;
        incoming.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > MAX_ANSWER_BYTES) request.destroy(new Error('the judge’s answer is too large'));
        });
        incoming.on('error', reject);
        incoming.on('end', () => {
          const status = incoming.statusCode ?? 502;
          const type = incoming.headers['content-type'] ?? 'application/json';
          // Statuses of an answer without a body take none.
          const body = status === 204 || status === 304 ? null : Buffer.concat(chunks);
          resolve(new Response(body, { status, headers: { 'content-type': type } }));
        });
      },
    );
    request.on('error', reject);
    request.end(typeof init.body === 'string' ? init.body : undefined);
  });
}
