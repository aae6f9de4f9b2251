import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RouteName } from '../../lib/contracts/rest.ts';
import { askEveryRoute, askRoute } from './every-route.ts';
import { createRestClient } from './rest-client.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { createTinyPack, type TinyPack } from './tiny-pack.ts';

/** While a person plays blind no route tells how it stands: every one of them is asked, and its bytes are searched. */

let pack: TinyPack;
let server: ServerProcess;

beforeAll(async () => {
  // Tools and verifiers that never end would keep the audit busy.
  pack = await createTinyPack((app) => app.replaceAll(/while True:\n\s+pass|time.sleep\(seconds\)/g, 'pass'));
  for (const task of ['1', '2', '3']) await rm(join(pack.dir, 'tiny', 'tasks', task), { recursive: true });
  server = await startServerProcess({ packs: [pack.dir] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
});

/** How a verdict, a reward or the verifier's own answer looks in JSON (escaped or not), csv and text. */
const TELLS = [
  /\\*"(?:verdict|code|sql|regraded|reward_?type|before|after|result|outcome)\\*":\s*\\*"(?:complete|others|incomplete)\\*"/i,
  // What a tool call is worth is no secret: 0.
  /\\*"reward\\*":\s*(?:1|0\.1)\b/i,
  /,(?:complete|others|incomplete),/,
];
/** Routes that quote the verifier's code, which says what its answers are. */
const QUOTES: readonly RouteName[] = ['getTaskDetail', 'getVersionCode', 'getTaskVerifier', 'exportPatch'];

async function walk(play: {
  readonly episode: string;
  readonly session: string;
}): Promise<readonly string[]> {
  const url = server.httpUrl;
  const { bytes } = await askRoute(url, 'selectRuns', { body: { q: '' } });
  const { id: selection } = JSON.parse(bytes.toString()) as { id: string };
  const task = { key: 'tiny', taskIdx: '0' };
  const weak = 'def verify_task_completion(a, b, final_answer=None):\n    return {"result": "others"}\n';
  const tried = await askRoute(url, 'tryVerifier', {
    params: task,
    body: { mode: 'code', code: weak, before: 1, run: play.episode },
  });
  const { id: job } = JSON.parse(tried.bytes.toString()) as { id: string };
  const subjects = { scenario: 'tiny', taskIdx: '0', ...play, selection, job };
  const told = new Set<string>();
  const look = async (): Promise<void> => {
    for (const { name, bytes: answer } of await askEveryRoute(url, subjects)) {
      if (QUOTES.includes(name)) continue;
      const text = answer.toString('latin1');
      for (const tell of TELLS) {
        const found = tell.exec(text);
        if (found !== null)
          told.add(`${name}: ${text.slice(Math.max(0, found.index - 40), found.index + 60)}`);
      }
    }
  };
  // Again when the jobs that the first walk began are through.
  await look();
  await jobsEnded();
  await look();
  return [...told];
}

async function jobsEnded(): Promise<readonly { id: string; kind: string }[]> {
  const list = async () =>
    JSON.parse((await askRoute(server.httpUrl, 'listJobs', {})).bytes.toString()) as {
      items: { id: string; kind: string; endedAtMs: number | null }[];
    };
  await expect
    .poll(async () => (await list()).items.every(({ endedAtMs }) => endedAtMs !== null), { timeout: 60_000 })
    .toBe(true);
  return (await list()).items;
}

it(
  'tells no verdict of a baseline play before its end, and tells it after',
  { timeout: 180_000 },
  async () => {
    const rest = createRestClient(server.httpUrl);
    const { id: session, recordId } = await rest.open('tiny', { baseline: true });
    const episode = recordId ?? '';
    await rest.call(session, 'add_item', { name: 'wanted' });
    await rest.call(session, 'list_items');
    expect(await walk({ episode, session })).toEqual([]);
    // The reports of what the walk began.
    for (const { id } of await jobsEnded()) {
      const report = await askRoute(server.httpUrl, 'getJobReport', { params: { id } });
      expect(report.bytes.toString()).not.toMatch(/complete|others/);
    }
    for (const q of ['pass', 'verdict:complete', 'code:complete', 'regraded:complete', 'reward>0']) {
      const { bytes } = await askRoute(server.httpUrl, 'listRuns', { query: { q } });
      expect(JSON.parse(bytes.toString())).toMatchObject({ matched: 0 });
    }
    await rest.call(session, 'done');
    // The same search finds it where it may be told: it can fail.
    const after = await walk({ episode, session });
    for (const name of ['getRun', 'listRuns', 'getEpisode', 'getVerdicts', 'getLineage', 'exportRuns'])
      expect(
        after.some((line) => line.startsWith(`${name}:`)),
        name,
      ).toBe(true);
  },
);
