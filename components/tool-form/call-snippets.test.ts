import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { curlSnippet, pythonSnippet } from './call-snippets.ts';

const run = promisify(execFile);
const python = join(import.meta.dirname, '..', '..', '.venv', 'bin', 'python');

const target = {
  origin: 'http://127.0.0.1:8000',
  sessionId: 's/1',
  pageId: 'page-1',
  scenario: 'city "library"',
  taskIdx: 3,
};
const ARGUMENTS = String.raw`{"id": 12345678901234567890, "x": 1.0, "on": true, "off": false, "none": null, "text": "it's \"é\"\n", "deep": {"list": [{"aaaaaaaaaaaaaaaaaaaaaaaa": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}, 2]}}`;

/** openenv's client, as far as the snippet uses it: it prints what it is asked. */
const STUB = `
import json, sys, types
seen = []
class Env:
    def __init__(self, base_url): seen.append(base_url)
    def sync(self): return self
    def __enter__(self): return self
    def __exit__(self, *a): return False
    def reset(self, **given): seen.append(given)
    def step(self, action):
        seen.append(action)
        return types.SimpleNamespace(observation=None, reward=None)
for name in ("openenv", "openenv.core", "openenv.core.generic_client"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["openenv.core.generic_client"].GenericEnvClient = Env
exec(sys.stdin.read() if len(sys.argv) < 2 else sys.argv[1])
print(json.dumps(seen))
`;

describe('a copied call', () => {
  it('is Python that resets the task and makes exactly this call', async () => {
    const { stdout } = await run(python, ['-c', STUB, pythonSnippet(target, 'find_book', ARGUMENTS)]);
    const seen = stdout.trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(seen)).toEqual([
      target.origin,
      { scenario: target.scenario, task_idx: 3 },
      { type: 'call_tool', tool_name: 'find_book', arguments: JSON.parse(ARGUMENTS) as unknown },
    ]);
    // Digit by digit, and a float stays one.
    expect(seen).toContain('12345678901234567890');
    expect(seen).toContain('"x": 1.0');
  });

  it('is curl whose quoting a shell takes back', async () => {
    const snippet = curlSnippet(target, 'find_book', ARGUMENTS).replace(/^curl/, `printf '%s\\n'`);
    const { stdout } = await run('sh', ['-c', snippet]);
    const lines = stdout.trim().split('\n');
    expect(lines).toContain('http://127.0.0.1:8000/api/sessions/s%2F1/step');
    expect(lines).toContain('x-awm-page: page-1');
    expect(lines.at(-1)).toContain(ARGUMENTS);
  });
});
