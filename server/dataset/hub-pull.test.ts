import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../lib/contracts/errors.ts';
import { packManifest } from '../../lib/contracts/pack.ts';
import { createDataset } from './dataset.ts';
import { pullPack, type PullEvent, type PullOptions } from './hub-pull.ts';
import { toAppError } from './hub/hub-error.ts';
import { startFakeHub, type FakeFile, type FakeHub, type FakeHubOptions } from './testing/fake-hub.ts';
import { jsonlPack, tempDir } from './testing/packs.ts';

const COMMIT = 'dde80a0283fe781bdc51656bce57063dc5650213';
const REPO = 'Snowflake/AgentWorldModel-1K';

function packFiles(): Record<string, FakeFile> {
  const files = Object.entries(jsonlPack('a', 'b')).map(([name, text]): [string, FakeFile] => {
    const heavy = name === 'gen_envs.jsonl';
    const padding = heavy ? `{"scenario":"pad","full_code":"${randomBytes(150_000).toString('hex')}"}\n` : '';
    return [name, { content: Buffer.from(text + padding), lfs: name !== 'gen_scenario.jsonl' }];
  });
  files.push(['gen_verifier.jsonl', { content: Buffer.alloc(0), lfs: true }]);
  return {
    'README.md': { content: Buffer.from('# hi'), lfs: false },
    'gen_spec.jsonl': { content: randomBytes(10), lfs: true },
    ...Object.fromEntries(files),
  };
}

interface Pulled {
  readonly hub: FakeHub;
  readonly dest: string;
  readonly events: PullEvent[];
  readonly pull: (changes?: Partial<PullOptions>) => ReturnType<typeof pullPack>;
}

async function withHub(
  options: Partial<FakeHubOptions>,
  use: (pulled: Pulled) => Promise<void>,
): Promise<void> {
  await using dir = await tempDir();
  await using hub = await startFakeHub({ repo: REPO, commit: COMMIT, files: packFiles(), ...options });
  const events: PullEvent[] = [];
  const dest = join(dir.path, 'pack');
  await use({
    hub,
    dest,
    events,
    pull: (changes = {}) =>
      pullPack({
        repo: REPO,
        revision: 'main',
        endpoint: hub.endpoint,
        token: undefined,
        dest,
        signal: new AbortController().signal,
        onEvent: (event) => events.push(event),
        retry: { attempts: 3, firstWaitMs: 1, longestWaitMs: 5 },
        ...changes,
      }),
  });
}

async function codeOf(promise: Promise<unknown>): Promise<[string, string]> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.message];
    throw error;
  }
  return ['none', ''];
}

describe('pullPack', () => {
  it('pins the commit, takes only what a pack needs, and writes what it got', async () => {
    await withHub({}, async ({ hub, dest, pull, events }) => {
      const manifest = await pull();
      expect(manifest).toMatchObject({ revision: COMMIT, repo: REPO });
      expect((await readdir(dest)).sort()).toEqual([
        'gen_db.jsonl',
        'gen_envs.jsonl',
        'gen_sample.jsonl',
        'gen_scenario.jsonl',
        'gen_tasks.jsonl',
        'gen_verifier.jsonl',
        'gen_verifier.pure_code.jsonl',
        'pack.json',
      ]);
      const kept = packManifest.parse(JSON.parse(await readFile(join(dest, 'pack.json'), 'utf8')));
      for (const { path, size, sha256 } of kept.files) {
        const content = await readFile(join(dest, path));
        expect(content.length).toBe(size);
        expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
      }
      const last = events.findLast((event) => event.kind === 'bytes');
      const resolved = events.find((event) => event.kind === 'resolved');
      expect(last?.total).toBe(resolved?.bytes);
      await using dataset = await createDataset({
        packs: [{ path: dest, trusted: false }],
        cacheDir: join(dest, '.c'),
        watch: false,
      });
      expect(dataset.list().map(({ key }) => key)).toEqual(['a', 'b']);

      const before = hub.bodies.length;
      await pull({ revision: COMMIT });
      expect(hub.bodies.length).toBe(before);
      expect(events.filter((event) => event.kind === 'kept')).toHaveLength(7);
    });
  });

  it('sends the token to the hub and to nobody else', async () => {
    await withHub({ token: 'hf_secret' }, async ({ pull, hub }) => {
      expect((await codeOf(pull()))[0]).toBe('forbidden');
      expect((await codeOf(pull({ token: 'secret' })))[0]).toBe('config_invalid');
      await pull({ token: 'hf_secret' });
      expect(hub.leaked).toEqual([]);
    });
  });

  it('goes on where a cut connection stopped', async () => {
    const onBody: FakeHubOptions['onBody'] = ({ path, nth }) =>
      path === 'gen_envs.jsonl' && nth <= 4 ? { kind: 'stall', after: 40_000 } : undefined;
    await withHub({ onBody }, async ({ pull, hub }) => {
      let seen = 0;
      let retries = 0;
      await pull({
        onEvent: (event) => {
          if (event.kind === 'retry') retries += 1;
          if (event.kind !== 'bytes' || event.path !== 'gen_envs.jsonl' || event.done <= seen) return;
          seen = event.done;
          if (retries < 4) hub.cut();
        },
      });
      const ranges = hub.bodies.filter((body) => body.startsWith('gen_envs.jsonl'));
      expect(ranges).toHaveLength(5);
      expect(ranges[0]).toBe('gen_envs.jsonl all');
      const starts = ranges.slice(1).map((range) => Number(/bytes=(\d+)-$/.exec(range)?.[1]));
      expect(starts.every((start, idx) => start > (starts[idx - 1] ?? 0))).toBe(true);
    });
  });

  it('goes on in the next pull after one was stopped', async () => {
    let stalls = true;
    const onBody: FakeHubOptions['onBody'] = ({ path }) =>
      stalls && path === 'gen_envs.jsonl' ? { kind: 'stall', after: 40_000 } : undefined;
    await withHub({ onBody }, async ({ pull, hub, dest, events }) => {
      const stop = new AbortController();
      const [code, message] = await codeOf(
        pull({
          signal: stop.signal,
          onEvent: (event) => {
            if (event.kind === 'bytes' && event.path === 'gen_envs.jsonl' && event.done > 0) stop.abort();
          },
        }),
      );
      expect(code).toBe('conflict');
      expect(message).toContain('goes on where it stopped');
      expect(
        (await readdir(dest)).some((name) => name.startsWith('gen_envs.jsonl.') && name.endsWith('.part')),
      ).toBe(true);
      expect(await readdir(dest)).not.toContain('gen_tasks.jsonl');
      stalls = false;
      await pull();
      expect(hub.bodies.at(-1) ?? '').not.toContain('gen_tasks');
      expect(hub.bodies.filter((body) => body === 'gen_tasks.jsonl all')).toHaveLength(1);
      expect(
        events.find((event) => event.kind === 'started' && event.path === 'gen_envs.jsonl'),
      ).toMatchObject({
        from: expect.any(Number) as number,
      });
      expect(hub.bodies.some((body) => /^gen_envs.jsonl bytes=\d{4,}-$/.test(body))).toBe(true);
    });
  });

  it('gives up a silent connection and tries again', async () => {
    const onBody: FakeHubOptions['onBody'] = ({ path, nth }) =>
      path === 'gen_db.jsonl' && nth === 1 ? { kind: 'stall', after: 10 } : undefined;
    await withHub({ onBody }, async ({ pull, events }) => {
      await pull({ idleMs: 200 });
      const retry = events.find((event) => event.kind === 'retry');
      expect(retry?.reason).toContain('no byte for 0.2 s');
    });
  });

  it('starts anew where the server gives no parts, and where a rest is too long', async () => {
    const onBody: FakeHubOptions['onBody'] = ({ path, nth }) => {
      if (path !== 'gen_envs.jsonl') return undefined;
      return nth === 1 ? { kind: 'cut', after: 5000 } : { kind: 'ignore_range' };
    };
    await withHub({ onBody }, async ({ pull, dest }) => {
      await pull();
      const envs = packManifest
        .parse(JSON.parse(await readFile(join(dest, 'pack.json'), 'utf8')))
        .files.find(({ path }) => path === 'gen_envs.jsonl');
      await writeFile(
        join(dest, `gen_envs.jsonl.${envs?.sha256.slice(0, 16) ?? ''}.part`),
        Buffer.alloc((envs?.size ?? 0) + 5),
      );
      await writeFile(join(dest, 'gen_envs.jsonl'), 'edited');
      await writeFile(join(dest, 'gen_envs.jsonl.0000.part'), 'another revision');
      await pull();
      expect((await readFile(join(dest, 'gen_envs.jsonl'))).length).toBe(envs?.size);
      expect((await readdir(dest)).filter((name) => name.endsWith('.part'))).toEqual([]);
    });
  });

  it('refuses wrong content, after a second try', async () => {
    let spoiled = 1;
    const onBody: FakeHubOptions['onBody'] = ({ path, nth }) =>
      path === 'gen_sample.jsonl' && nth <= spoiled ? { kind: 'spoil' } : undefined;
    await withHub({ onBody }, async ({ pull, dest }) => {
      await pull();
      expect(await readdir(dest)).toContain('pack.json');
    });
    spoiled = 9;
    await withHub({ onBody }, async ({ pull, dest }) => {
      const [code, message] = await codeOf(pull());
      expect(code).toBe('pack_invalid');
      expect(message).toMatch(/gen_sample.jsonl does not match its checksum/);
      expect(await readdir(dest)).not.toContain('gen_sample.jsonl');
      expect(await readdir(dest)).not.toContain('pack.json');
    });
  });

  it('waits for an outage to end, but not for ever', async () => {
    await withHub({ onApi: (nth) => (nth <= 2 ? { status: 503 } : undefined) }, async ({ pull, events }) => {
      await pull();
      expect(events.filter((event) => event.kind === 'retry')).toHaveLength(2);
    });
    await withHub({ onApi: () => ({ status: 503 }) }, async ({ pull }) => {
      expect(await codeOf(pull())).toEqual(['hub_unreachable', expect.stringContaining('HTTP status 503')]);
      const slow = { attempts: 50, firstWaitMs: 1000, longestWaitMs: 1000 };
      expect((await codeOf(pull({ retry: slow, deadlineMs: 100 })))[0]).toBe('deadline_exceeded');
    });
  });

  it('tells what is wrong and what to do', async () => {
    await withHub({}, async ({ pull, hub }) => {
      expect(await codeOf(pull({ revision: 'v9' }))).toEqual([
        'not_found',
        expect.stringContaining("no revision 'v9'"),
      ]);
      expect((await codeOf(pull({ repo: 'x/y' })))[0]).toBe('not_found');
      expect((await codeOf(pull({ repo: '../etc' })))[0]).toBe('config_invalid');
      expect((await codeOf(pull({ endpoint: 'nowhere' })))[0]).toBe('config_invalid');
      const gone = hub.endpoint;
      await hub[Symbol.asyncDispose]();
      expect(
        toAppError(Object.assign(new Error('write'), { code: 'ENOSPC' }), {
          endpoint: gone,
          repo: REPO,
          revision: 'main',
        }),
      ).toMatchObject({
        code: 'storage_full',
      });
      expect(await codeOf(pull({ endpoint: gone }))).toEqual([
        'hub_unreachable',
        expect.stringContaining('ECONNREFUSED'),
      ]);
    });
    await withHub({ files: { 'README.md': { content: Buffer.from('x'), lfs: false } } }, async ({ pull }) => {
      expect(await codeOf(pull())).toEqual([
        'pack_invalid',
        expect.stringContaining('is no pack: it lacks gen_tasks.jsonl'),
      ]);
    });
    await withHub({}, async ({ pull, dest }) => {
      await writeFile(`${dest}-file`, '');
      const [code, message] = await codeOf(pull({ dest: `${dest}-file` }));
      expect(code).toBe('config_invalid');
      expect(message).toContain('--dest');
    });
  });
});
