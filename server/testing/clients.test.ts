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

/** Compiled modules stay beside their sources, whatever the environment says: it is half of what a client's start takes. */
async function runPython(...command: readonly string[]): Promise<string> {
  const args = ['-u', 'PYTHONDONTWRITEBYTECODE', ...command];
  return (await run('env', args, { timeout: 170_000 })).stdout;
}

async function play(python: string, script: string): Promise<void> {
  await runPython(python, join(SCRIPTS, script), episode);
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
    180_000,
  );

  it(`its validator finds nothing to say (${CLIENT_PACKAGES[generation]})`, async () => {
    const said = await runPython(join(bin, 'openenv'), 'validate', '--url', server.httpUrl);
    expect(said).not.toMatch(/"passed": false|FAIL/);
  });
});

describe('clients without OpenEnv', () => {
  const python = join(PROJECT_DIR, '.venv', 'bin', 'python');

  it.each(['raw_socket.py', 'mcp_sdk.py'])(
    '%s plays',
    async (script) => {
      await play(python, script);
    },
    180_000,
  );

  it('the MCP Inspector lists and calls tools', async () => {
    const inspector = join(PROJECT_DIR, 'node_modules', '.bin', 'mcp-inspector');
    const inspect = async (url: string, ...args: string[]): Promise<string> => {
      const command = ['--cli', url, '--transport', 'http', ...args];
      return (await run(process.execPath, [inspector, ...command], { timeout: 170_000 })).stdout;
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
  });
});
