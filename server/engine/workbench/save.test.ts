import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Job } from '../../../lib/contracts/jobs.ts';
import type { TaskVerifier } from '../../../lib/contracts/workbench.ts';
import { createApp, type App } from '../../app.ts';
import { loadConfig } from '../../config.ts';
import { createLog } from '../../log.ts';
import { createRestClient } from '../../testing/rest-client.ts';
import { createTinyPack } from '../../testing/tiny-pack.ts';

interface Studio {
  readonly app: App;
  readonly client: ReturnType<typeof createRestClient>;
}

/** A studio in this process that has the tiny pack. */
async function withStudio(act: (studio: Studio) => Promise<void>): Promise<void> {
  await using pack = await createTinyPack();
  const home = await mkdtemp(join(tmpdir(), 'awm-home-'));
  {
    const flags = ['--data', pack.dir, '--home', home, '--port', '0', '--no-ui', '--no-check'];
    await using app = await createApp(loadConfig(flags, {}), createLog('silent'));
    await act({ app, client: createRestClient(app.url.slice(0, -1)) });
  }
  await rm(home, { recursive: true, force: true });
}

it('runs have the word of the version taken into use last, though the one before still verifies them', () =>
  withStudio(async ({ app, client }) => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const session = app.engine.createSession({ actor: 'agent', transport: 'test' });
      await session.reset({ scenario: 'tiny', task_idx: 0 });
      await session.step({ type: 'call_tool', tool_name: 'add_item', arguments: { name } });
      ids.push(session.info.recordId ?? '');
      await session.step({ type: 'call_tool', tool_name: 'done', arguments: {} });
    }
    const task = '/api/verifiers/tiny/0';
    const { functionName } = (await client.send<TaskVerifier>('GET', task)).body;
    const use = async (body: string) => {
      const code = `import time\ndef ${functionName}(initial_db_path, final_db_path, final_answer=None):\n    ${body}\n`;
      const draft = { mode: 'code', code, note: null, use: true };
      return (await client.send<{ job: string }>('POST', `${task}/versions`, draft)).body.job;
    };
    const state = async (id: string) => (await client.send<Job>('GET', `/api/jobs/${id}`)).body.state;
    const slow = await use("time.sleep(2.5); return {'result': 'complete'}");
    await expect.poll(() => state(slow)).toBe('running');
    const last = await use("return {'result': 'others'}");
    await expect.poll(() => state(last), { timeout: 20_000 }).toBe('done');
    await expect.poll(() => state(slow), { timeout: 20_000 }).toBe('done');
    expect(ids.map((id) => app.store.runs.get(id)?.regraded)).toEqual(['others', 'others', 'others']);
  }));

it('a draft that is saved twice at once is one version', () =>
  withStudio(async ({ client }) => {
    const task = '/api/verifiers/tiny/0';
    const { body: before } = await client.send<TaskVerifier>('GET', task);
    const code = `def ${before.functionName}(initial_db_path, final_db_path, final_answer=None):\n    return {'result': 'complete'}\n`;
    const draft = { mode: 'code', code, note: 'twice' };
    const saved = await Promise.all(
      Array.from({ length: 4 }, () => client.send<{ saved: number }>('POST', `${task}/versions`, draft)),
    );
    expect(saved.map(({ status, body }) => [status, body.saved])).toEqual(
      Array.from({ length: 4 }, () => [200, 2]),
    );
    expect((await client.send<TaskVerifier>('GET', task)).body.versions).toHaveLength(2);
  }));
