import { execFileSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { change, makeSeed, tempDir } from '../../store/testing.ts';
import { createLibrary, type Library } from './testing/library.ts';
import { pythonZip, trajectoryText, writeTrajectory } from './testing/zips.ts';

let library: Library;
let dir: string;
beforeEach(async () => {
  const [made, folder] = [await createLibrary(), tempDir('awm-hostile-')];
  library = made;
  dir = folder.path;
  onTestFinished(async () => {
    folder[Symbol.dispose]();
    await made[Symbol.asyncDispose]();
  });
});

const CALL = { action: 'call_tool', tool_name: 't', arguments: {}, success: true, result: 'ok', error: null };

/** Nothing came in, the report says why, and a good run still comes in afterwards; nothing is left on disk. */
async function expectRefused(path: string, why: string | RegExp): Promise<void> {
  const lines = await library.bring(path);
  expect(
    lines
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ message }) => message)
      .join('\n'),
  ).toMatch(why);
  expect(lines.filter(({ outcome }) => outcome === 'ok' || outcome === 'warning')).toEqual([]);
  expect(library.store.episodes({ limit: 10 }).items).toEqual([]);
  const tmp = join(library.homeDir, 'tmp');
  expect(readdirSync(library.homeDir).includes('tmp') ? readdirSync(tmp) : []).toEqual([]);
  expect(readdirSync(join(library.homeDir, 'blobs', 'tmp'))).toEqual([]);
  const good = join(dir, 'good.json');
  writeTrajectory(good, { entries: [CALL] });
  expect(await library.bring(good)).toMatchObject([{ outcome: 'warning' }]);
}

/** It came in; answers its id. */
async function expectTaken(path: string): Promise<{ id: string; message: string }> {
  const lines = await library.bring(path);
  const [line] = lines.filter(({ outcome }) => outcome === 'ok' || outcome === 'warning');
  expect(line, JSON.stringify(lines)).toBeDefined();
  return { id: line?.run ?? '', message: line?.message ?? '' };
}

function session(name: string): string {
  const folder = join(dir, name);
  mkdirSync(folder, { recursive: true });
  makeSeed(join(folder, 'shop_initial.db'), 4);
  makeSeed(join(folder, 'shop.db'), 4);
  change(join(folder, 'shop.db'), "UPDATE orders SET status = 'paid' WHERE id = 1");
  writeTrajectory(join(folder, 'trajectory.json'), { entries: [CALL] });
  return folder;
}

describe('a zip is refused as a whole', () => {
  const zip = () => join(dir, 'a.zip');
  const good = trajectoryText({ entries: [CALL] });

  it.each([
    ['that leads out of its folder', "'../../evil/trajectory.json'", 'leads out of its folder'],
    ['with an absolute path', "'/etc/trajectory.json'", 'absolute path'],
    ['with a drive letter', "'C:/x/trajectory.json'", 'absolute path'],
    ['with backslashes', "'..\\\\..\\\\trajectory.json'", 'backslash'],
    ['with control characters', "'a\\x1b[31m/trajectory.json'", 'control characters'],
    ['with a name without end', "'a' * 3000 + '/trajectory.json'", '3\\d\\d\\d characters'],
  ])('%s', async (_what, name, why) => {
    pythonZip(zip(), `z.writestr('fine/trajectory.json', '''${good}''')\nz.writestr(${name}, '{}')`);
    await expectRefused(zip(), new RegExp(why));
  });

  it('with a symbolic link in it', async () => {
    pythonZip(
      zip(),
      "i = zipfile.ZipInfo('a/trajectory.json')\ni.create_system = 3\ni.external_attr = (stat.S_IFLNK | 0o777) << 16\nz.writestr(i, '/etc/passwd')",
    );
    await expectRefused(zip(), 'symbolic link');
  });

  it('that names a file twice', async () => {
    pythonZip(zip(), "z.writestr('a/trajectory.json', '{}')\nz.writestr('a/trajectory.json', '{}')");
    await expectRefused(zip(), 'twice');
  });

  it('that is encrypted', async () => {
    pythonZip(zip(), "z.writestr('a/trajectory.json', '{}')", true);
    await expectRefused(zip(), 'encrypted');
  });

  it('that unpacks to far more than it has', async () => {
    pythonZip(zip(), "for i in range(12): z.writestr(f'a{i}/trajectory.json', b' ' * 20_000_000)");
    await expectRefused(zip(), 'would unpack to');
  });

  it('whose entries say that they are smaller than they are', async () => {
    pythonZip(zip(), "z.writestr('a/trajectory.json', b' ' * 5_000_000)");
    const bytes = readFileSync(zip());
    const at = bytes.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    bytes.writeUInt32LE(100, at + 24);
    writeFileSync(zip(), bytes);
    await expectRefused(zip(), 'not a zip that can be read');
  });

  it('within a zip', async () => {
    pythonZip(
      zip(),
      "import io\nb = io.BytesIO()\ny = zipfile.ZipFile(b, 'w')\ny.writestr('trajectory.json', '{}')\ny.close()\nz.writestr('inner.zip', b.getvalue())",
    );
    await expectRefused(zip(), 'zip in a zip');
  });

  it('that is none, or is cut off', async () => {
    writeFileSync(zip(), 'PK\u0003\u0004 no zip');
    await expectRefused(zip(), 'not a zip');
  });
});

describe('JSON', () => {
  it('of 2 GB in one line is refused without being read', async () => {
    const path = join(dir, 'trajectory.json');
    const fd = openSync(path, 'w');
    ftruncateSync(fd, 2 * 1024 ** 3);
    closeSync(fd);
    const before = process.memoryUsage().rss;
    await expectRefused(path, 'the limit is');
    expect(process.memoryUsage().rss - before).toBeLessThan(200 << 20);
  });

  it(
    'lines too long for a log are passed over in bounded memory; the others come in',
    { timeout: 120_000 },
    async () => {
      const path = join(dir, 'logs.jsonl');
      const fd = openSync(path, 'w');
      writeSync(fd, `${trajectoryText({ entries: [CALL] })}\n`);
      ftruncateSync(fd, 2 * 1024 ** 3);
      writeSync(fd, `\n${trajectoryText({ entries: [CALL, CALL] })}\n`, 2 * 1024 ** 3);
      closeSync(fd);
      const before = process.memoryUsage().rss;
      const lines = await library.bring(path);
      expect(lines.map(({ outcome }) => outcome)).toEqual(['warning', 'failed', 'warning']);
      expect(lines[1]?.message).toContain('it was not read');
      expect(process.memoryUsage().rss - before).toBeLessThan(400 << 20);
    },
  );

  it('nested without end is refused', async () => {
    const path = join(dir, 'deep.json');
    writeFileSync(path, `{"trajectory":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`);
    await expectRefused(path, 'nested too deeply');
  });

  it.each<[string, unknown, string]>([
    ['scenario that is a number', { scenario: 5 }, 'scenario must be a text; it is a number'],
    ['scenario of no letters', { scenario: '../..' }, 'no name for one'],
    [
      'trajectory that is an object',
      { over: { trajectory: {} } },
      'trajectory must be a list; it is an object',
    ],
    ['entry that is null', { entries: [null] }, 'trajectory\\[0\\] must be an object; it is null'],
    [
      'tool name that is a list',
      { entries: [{ ...CALL, tool_name: [] }] },
      'tool_name must be a text; it is a list',
    ],
    ['arguments that are a text', { entries: [{ ...CALL, arguments: 'x' }] }, 'arguments must be an object'],
    ['success that is a text', { entries: [{ ...CALL, success: 'yes' }] }, 'success must be true or false'],
    ['action that nobody knows', { entries: [{ action: '<script>' }] }, 'action must be list_tools'],
    [
      'reward that is a text',
      { entries: [{ action: 'verify', arguments: {}, reward_type: 'complete', reward: '1' }] },
      'reward must be a number',
    ],
  ])('with a %s is refused by the field', async (_what, text, why) => {
    const path = join(dir, 'trajectory.json');
    writeTrajectory(path, text as never);
    await expectRefused(path, new RegExp(why));
  });

  it('with HTML, NUL bytes and slashes in every field comes in as it is', async () => {
    const path = join(dir, 'trajectory.json');
    const evil = '<img src=x onerror=alert(1)>\u0000\u001b[31m\u202e';
    writeTrajectory(path, {
      scenario: '../<b>My</b>/Shop\u0000',
      over: { task: evil },
      entries: [{ ...CALL, tool_name: evil, arguments: { [evil]: evil }, result: evil }],
    });
    const { id, message } = await expectTaken(path);
    const episode = library.store.episode(id);
    expect(episode?.scenario).toBe('b_my_b_shop');
    expect(episode?.task).toBe(evil);
    expect(library.store.steps(id)[0]?.toolName).toBe(evil);
    // eslint-disable-next-line no-control-regex -- that there are none is what is looked at
    expect(message).not.toMatch(/[\u0000-\u0008\u001b\u202e]/);
  });
});

describe('a folder', () => {
  it('with links in it: they are left out and named', async () => {
    const folder = session('run');
    writeFileSync(join(dir, 'secret.py'), 'password');
    symlinkSync(join(dir, 'secret.py'), join(folder, 'server.py'));
    symlinkSync('/etc', join(folder, 'etc'));
    const lines = await library.bring(folder);
    expect(lines.filter(({ message }) => message.includes('symbolic link'))).toHaveLength(2);
    const id = lines.find(({ run }) => run !== null)?.run ?? '';
    expect(library.store.artifacts.file(id, 'server.py')).toBeUndefined();
  });

  it('that is itself a link, or a pipe in it, is not opened', async () => {
    symlinkSync(session('run'), join(dir, 'link'));
    await expect(library.bring(join(dir, 'link'))).rejects.toThrow('symbolic link');
    const folder = join(dir, 'pipes');
    mkdirSync(folder);
    execFileSync('mkfifo', [join(folder, 'trajectory.json')]);
    await expectRefused(folder, 'no run in it');
  });

  it.each<[string, (folder: string) => void, RegExp]>([
    [
      'is no database',
      (folder) => writeFileSync(join(folder, 'shop.db'), 'SELECT 1'),
      /is not a SQLite database/,
    ],
    ['is empty', (folder) => writeFileSync(join(folder, 'shop.db'), ''), /is empty/],
    [
      'has a damaged page',
      (folder) => {
        const bytes = readFileSync(join(folder, 'shop.db'));
        bytes.fill(0xff, 4096, 8192);
        writeFileSync(join(folder, 'shop.db'), bytes);
      },
      /is damaged/,
    ],
    [
      'has a log of writes beside it',
      (folder) => writeFileSync(join(folder, 'shop.db-wal'), 'x'.repeat(100)),
      /holds 100 bytes/,
    ],
    [
      'has a journal beside it',
      (folder) => writeFileSync(join(folder, 'shop.db-journal'), 'x'),
      /holds 1 bytes/,
    ],
    [
      'has 3 GB of holes',
      (folder) => {
        const fd = openSync(join(folder, 'shop.db'), 'w');
        ftruncateSync(fd, 3 * 1024 ** 3);
        closeSync(fd);
      },
      /3221225472 bytes; the limit/,
    ],
    [
      'is a link',
      (folder) => {
        execFileSync('rm', [join(folder, 'shop.db')]);
        symlinkSync('/etc/passwd', join(folder, 'shop.db'));
      },
      /at the end is not there/,
    ],
  ])('whose final database %s: the run comes in without it', async (_what, spoil, why) => {
    const folder = session('run');
    spoil(folder);
    const { id, message } = await expectTaken(folder);
    expect(message).toMatch(why);
    const { used, episode } = library.store.artifacts.raw(id);
    expect(used).toHaveLength(1);
    expect(episode.final_hash).toBe(episode.seed_hash);
    await library.store.settled();
    expect(library.store.recordedStates(id).at(-1)?.unavailable?.code).toBe('not_recorded');
  });

  it('of thousands of tiny files is read', async () => {
    const folder = session('many');
    for (let i = 0; i < 5_000; i += 1) writeFileSync(join(folder, `x${String(i)}.txt`), 'x');
    const lines = await library.bring(folder);
    expect(lines.filter(({ outcome }) => outcome === 'skipped')).toHaveLength(5_000);
    expect(lines.filter(({ run }) => run !== null)).toHaveLength(1);
  });
});

describe('an export that was tampered with', () => {
  it('is refused: steps, states, versions and values', async () => {
    const { id } = await expectTaken(session('run'));
    const { exportZip } = await import('./export-zip.ts');
    const path = join(dir, 'out.zip');
    const none = { find: () => undefined, source: () => Promise.reject(new Error('none')) };
    const { writeFile } = await import('node:fs/promises');
    await writeFile(path, exportZip({ store: library.store, dataset: none }, [id]));
    execFileSync('python3', ['-m', 'zipfile', '-e', path, join(dir, 'out')]);
    const folder = join(dir, 'out', 'shop', id);
    const head = readFileSync(join(folder, 'studio.json'), 'utf8');
    const states = readFileSync(join(folder, 'studio-states.bin'));
    const steps = readFileSync(join(folder, 'studio-steps.jsonl'), 'utf8');
    const tries: [string, () => void, RegExp][] = [
      [
        'steps',
        () => writeFileSync(join(folder, 'studio-steps.jsonl'), steps.replace('ok', 'no')),
        /export is damaged/,
      ],
      [
        'a state',
        () => writeFileSync(join(folder, 'studio-states.bin'), Buffer.alloc(states.length)),
        /cannot be unpacked/,
      ],
      ['no states', () => writeFileSync(join(folder, 'studio-states.bin'), ''), /cut off/],
      [
        'a newer version',
        () => writeFileSync(join(folder, 'studio.json'), head.replace('"version": 1', '"version": 9')),
        /newer studio/,
      ],
      [
        'a scenario that is a path',
        () =>
          writeFileSync(
            join(folder, 'studio.json'),
            head.replace('"scenario": "shop"', '"scenario": "../x"'),
          ),
        /episode.scenario/,
      ],
      [
        'lists that are none',
        () => writeFileSync(join(folder, 'studio.json'), head.replace(/"missing": ".*"/, '"missing": "5"')),
        /episode.missing/,
      ],
      [
        'a key more',
        () => writeFileSync(join(folder, 'studio.json'), head.replace('"used"', '"x": 1, "used"')),
        /Unrecognized key/,
      ],
    ];
    await using other = await createLibrary();
    for (const [what, spoil, why] of tries) {
      spoil();
      const lines = await other.bring(folder);
      expect(lines, what).toMatchObject([{ outcome: 'failed' }]);
      expect(lines[0]?.message, what).toMatch(why);
      writeFileSync(join(folder, 'studio.json'), head);
      writeFileSync(join(folder, 'studio-states.bin'), states);
      writeFileSync(join(folder, 'studio-steps.jsonl'), steps);
    }
    expect(await other.bring(folder)).toMatchObject([{ outcome: 'ok', run: id }]);
  });
});
