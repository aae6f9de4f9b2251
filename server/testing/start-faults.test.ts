import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectRaw } from './raw-client.ts';
import { startServerProcess } from './server-process.ts';
import { createTinyPack, writeTinyScenario, type TinyPack } from './tiny-pack.ts';

/** Starts that cannot be, or only in part: one sentence that says what and what to do, no stack. */

/** Root reads everything: there the server runs as nobody. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let pack: TinyPack;
let dir: string;

beforeAll(async () => {
  pack = await createTinyPack();
  dir = await mkdtemp(join(tmpdir(), 'awm-faults-'));
  if (isRoot) await chown(dir, NOBODY, NOBODY);
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await pack[Symbol.asyncDispose]();
});

async function failure(options: {
  readonly packs: readonly string[];
  readonly homeDir?: string;
  readonly flags?: readonly string[];
  readonly uid?: number;
}): Promise<string> {
  const server = await startServerProcess(options).catch((error: unknown) => error);
  if (server instanceof Error) return server.message;
  await (server as AsyncDisposable)[Symbol.asyncDispose]();
  return 'it serves';
}

function expectClear(message: string, what: RegExp): void {
  expect(message).toMatch(what);
  expect(message).not.toMatch(/^\s+at /m);
}

describe('a data folder', () => {
  it('that may not be read', async () => {
    const closed = join(dir, 'closed');
    await writeTinyScenario(closed);
    await chmod(closed, 0);
    const message = await failure({ packs: [closed], ...(isRoot && { uid: NOBODY }) });
    expectClear(message, /closed.*(may not be read|permission|EACCES)/i);
  });

  it('of which one scenario cannot be read: the others work', async () => {
    const half = join(dir, 'half');
    await writeTinyScenario(half, 'tiny');
    await writeTinyScenario(half, 'broken');
    await rm(join(half, 'broken', 'app.py'));
    await mkdir(join(half, 'broken', 'app.py'));
    await using server = await startServerProcess({ packs: [half] });
    expect(server.log()).toMatch(/broken.app\.py/);
    await using client = await connectRaw(server.wsUrl);
    expect((await client.reset({ scenario: 'tiny' })).data.observation).toMatchObject({
      reward_type: 'reset_ok',
    });
    expect((await client.reset({ scenario: 'broken' })).data.observation).toMatchObject({
      reward_type: 'reset_error',
    });
  });

  it('that lacks files, that is empty, or whose rows are nonsense', async () => {
    const broken = join(dir, 'broken');
    await mkdir(broken);
    const nonsense = Buffer.from([0, 255, 254, 10, 123, 10]);
    await writeFile(join(broken, 'gen_scenario.jsonl'), nonsense);
    expectClear(await failure({ packs: [broken] }), /broken lacks gen_tasks\.jsonl/);
    for (const name of ['gen_tasks', 'gen_db', 'gen_envs', 'gen_sample']) {
      await writeFile(join(broken, `${name}.jsonl`), nonsense);
    }
    await using server = await startServerProcess({ packs: [broken, pack.dir] });
    expect(server.log()).toMatch(/gen_scenario\.jsonl:\d/);
    const empty = join(dir, 'empty');
    await mkdir(empty);
    expectClear(await failure({ packs: [empty] }), /empty/);
  });

  it('beside a good one is named all the same', async () => {
    expectClear(await failure({ packs: [pack.dir, '/no/such/folder'] }), /\/no\/such\/folder/);
  });
});

describe('a home', () => {
  it('that may not be written', async () => {
    const closed = join(dir, 'closed-home');
    await mkdir(closed);
    await chmod(closed, 0o500);
    const message = await failure({ packs: [pack.dir], homeDir: closed, ...(isRoot && { uid: NOBODY }) });
    expectClear(message, /closed-home cannot be used as home.*--home/);
  });

  it('that is a file, or below one', async () => {
    const file = join(dir, 'file');
    await writeFile(file, '');
    expectClear(await failure({ packs: [pack.dir], homeDir: file }), /cannot be used as home/);
    expectClear(await failure({ packs: [pack.dir], homeDir: join(file, 'x') }), /cannot be used as home/);
  });

  it('whose catalog is nonsense', async () => {
    const home = join(dir, 'nonsense');
    await mkdir(home);
    await writeFile(join(home, 'catalog.db'), 'x'.repeat(10_000));
    expectClear(await failure({ packs: [pack.dir], homeDir: home }), /catalog .* is damaged/);
  });
});

describe('an address and options', () => {
  it.each([
    ['an address of another machine', ['--host', '192.0.2.1'], /no address 192\.0\.2\.1/],
    ['a port that is none', ['--port', '99999'], /--port is 99999/],
    ['a flag that is none', ['--prot', '1'], /--prot/],
    ['a Python that is none', ['--python', '/no/such/python'], /\/no\/such\/python/],
    ['a Python that is something else', ['--python', '/bin/true'], /\/bin\/true|runtime/],
  ] as const)(
    '%s',
    async (_what, flags, message) => {
      expectClear(await failure({ packs: [pack.dir], flags }), message);
    },
    120_000,
  );
});
