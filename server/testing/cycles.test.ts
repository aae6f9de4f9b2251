import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFiles, residentMib } from './process-resources.ts';
import { connectRaw } from './raw-client.ts';
import { descendants, isAlive, startServerProcess, type ServerProcess } from './server-process.ts';
import { createTinyPack, type TinyPack } from './tiny-pack.ts';

/** Sessions that come and go leave nothing behind; `bench/soak.ts` measures the same over 1,000 cycles and more. */

const WARM = 40;
const CYCLES = 150;
/** A heap that is still warming up takes 25 MiB over the cycles; one megabyte left behind by each would be 150. */
const GROWTH_MIB = 80;

let pack: TinyPack;
let server: ServerProcess;

beforeAll(async () => {
  pack = await createTinyPack();
  server = await startServerProcess({ packs: [pack.dir] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
});

/** Closed in turn by the client's close, its going away, done, another reset, and a call that kills the process. */
async function cycle(i: number): Promise<void> {
  const client = await connectRaw(server.wsUrl);
  await client.reset({ scenario: 'tiny', task_idx: 0 });
  await client.call('add_item', { name: 'x' });
  switch (i % 5) {
    case 0:
      return client[Symbol.asyncDispose]();
    case 1:
      client.socket.terminate();
      return;
    case 2:
      await client.call('verify');
      await client.call('done', { keep_session: false });
      return client[Symbol.asyncDispose]();
    case 3:
      await client.reset({ scenario: 'tiny', task_idx: 0 });
      return client[Symbol.asyncDispose]();
    default:
      await client.call('die');
      return client[Symbol.asyncDispose]();
  }
}

async function cycles(count: number): Promise<void> {
  for (let i = 0; i < count; i += 5) {
    await Promise.all([0, 1, 2, 3, 4].map((n) => cycle(i + n)));
  }
}

function held() {
  const children = descendants(server.pid).filter(isAlive);
  return { files: openFiles(server.pid), children: children.length };
}

async function settled(): Promise<ReturnType<typeof held>> {
  await expect
    .poll(
      async () =>
        ((await (await fetch(`${server.httpUrl}/stats`)).json()) as { total_sessions: number })
          .total_sessions,
    )
    .toBe(0);
  // Root, one zygote and the verifier that waits for its run; the sessions' own processes are gone.
  await expect.poll(() => held().children).toBe(3);
  return held();
}

describe('reset and close, over and over', () => {
  it('leaves no file, socket or process behind, and hardly any memory', async () => {
    await cycles(WARM);
    const before = await settled();
    const mib = residentMib(server.pid);
    await cycles(CYCLES);
    await settled();
    // Sockets of the last answers and of fetch itself may still be closing.
    await expect.poll(() => held().files).toBeLessThanOrEqual(before.files + 2);
    expect(residentMib(server.pid) - mib).toBeLessThan(GROWTH_MIB);
  });
});
