import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_DIR } from '../config.ts';
import { createDataset } from '../dataset/index.ts';
import { CLIENT_PACKAGES, clientEnvironment, type ClientGeneration } from './client-environments.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

/** Clients as they are in the field, from their packages, each playing a starter task to `complete`. */

const run = promisify(execFile);
const SCRIPTS = join(import.meta.dirname, 'clients');
const PACK = join(PROJECT_DIR, 'scenarios');
const SCENARIO = 'city_library';

let server: ServerProcess;
let episode: string;

beforeAll(async () => {
  server = await startServerProcess({ packs: [PACK] });
  await using dataset = await createDataset({
    packs: [{ path: PACK, trusted: true }],
    cacheDir: join(server.homeDir, 'cache'),
    watch: false,
  });
  const gold = await dataset.gold(SCENARIO, 0);
  episode = JSON.stringify({
    url: server.httpUrl,
    scenario: SCENARIO,
    task_idx: 0,
    calls: gold?.calls,
    final_answer: gold?.finalAnswer,
  });
});

afterAll(() => server[Symbol.asyncDispose]());

async function play(python: string, script: string): Promise<void> {
  await run(python, [join(SCRIPTS, script), episode], { timeout: 60_000 });
}

const GENERATIONS: readonly (readonly [ClientGeneration, readonly string[]])[] = [
  ['core030', ['generic_async.py', 'generic_sync.py']],
  ['openenv031', ['generic_async.py', 'generic_sync.py']],
  ['openenv010', ['generic_async.py', 'generic_sync.py', 'mcp_tool_client.py', 'task_api.py']],
];

describe.each(GENERATIONS)('%s', (generation, scripts) => {
  let bin = '';

  beforeAll(async () => {
    bin = await clientEnvironment(generation);
  }, 300_000);

  it.each(scripts)(
    `${CLIENT_PACKAGES[generation]} plays by %s`,
    async (script) => {
      await play(join(bin, 'python'), script);
    },
    90_000,
  );

  it(`its validator finds nothing to say (${CLIENT_PACKAGES[generation]})`, async () => {
    const { stdout } = await run(join(bin, 'openenv'), ['validate', '--url', server.httpUrl], {
      timeout: 90_000,
    });
    expect(stdout).not.toMatch(/"passed": false|FAIL/);
  }, 120_000);
});

describe('clients without OpenEnv', () => {
  const python = join(PROJECT_DIR, '.venv', 'bin', 'python');

  it.each(['raw_socket.py', 'mcp_sdk.py'])(
    '%s plays',
    async (script) => {
      await play(python, script);
    },
    90_000,
  );

  it('the MCP Inspector lists and calls tools', async () => {
    const inspector = join(PROJECT_DIR, 'node_modules', '.bin', 'mcp-inspector');
    const inspect = async (url: string, ...args: string[]): Promise<string> => {
      const command = ['--cli', url, '--transport', 'http', ...args];
      return (await run(process.execPath, [inspector, ...command], { timeout: 60_000 })).stdout;
    };
    const listed = await inspect(`${server.httpUrl}/mcp?scenario=${SCENARIO}`, '--method', 'tools/list');
    const { tools } = JSON.parse(listed) as { tools: { name: string }[] };
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['reset', 'verify', 'done', 'list_branches']));
    const called = await inspect(
      `${server.httpUrl}/mcp?scenario=${SCENARIO}`,
      '--method',
      'tools/call',
      '--tool-name',
      'list_branches',
    );
    expect(called).toContain('Riverside Central');
  }, 120_000);
});
