import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, publicFetch } from './public-fetch.ts';

describe('publicFetch', () => {
  it('tells public addresses from all others, IPv4 in IPv6 too', () => {
    for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '172.20.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '0.0.0.0',
      '255.255.255.255',
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:a9fe:a9fe',
      '::7f00:1',
      'fe80::1',
      'fd00:ec2::254',
      'localhost',
    ])
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });

  it('reaches nothing of this machine, by whatever spelling', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end('{}');
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    try {
      for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '0'])
        await expect(publicFetch(`http://${host}:${String(port)}/v1`, { method: 'POST' })).rejects.toThrow(
          /not on the public internet/,
        );
      expect(requests).toBe(0);
    } finally {
      server.close();
    }
  });
});
