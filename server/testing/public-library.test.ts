import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROUTE_ACCESS } from '../http/access-table.ts';
import { askEveryRoute } from './every-route.ts';
import { createRestClient } from './rest-client.ts';
import { startServerProcess } from './server-process.ts';
import { createTinyPack, type TinyPack } from './tiny-pack.ts';

/** Routes for people with a role, whoever may see the library. */
const FOR_ROLES = Object.entries(ROUTE_ACCESS)
  .filter(([, { needs }]) => !['anyone', 'read', 'write'].includes(needs))
  .map(([name]) => name)
  .sort();

/** A server that strangers reach shows no run but to those who know its id. */

let pack: TinyPack;

beforeAll(async () => {
  pack = await createTinyPack();
});

afterAll(() => pack[Symbol.asyncDispose]());

it('closes every route about many runs on a public bind, and opens them with --open-library', async () => {
  const walk = async (flags: readonly string[]) => {
    await using server = await startServerProcess({
      packs: [pack.dir],
      flags: ['--host', '0.0.0.0', '--allow-weak-sandbox', '--verifier-timeout', '1', ...flags],
    });
    const url = server.httpUrl.replace('0.0.0.0', '127.0.0.1');
    const rest = createRestClient(url);
    const { id: session, recordId } = await rest.open('tiny');
    await rest.call(session, 'add_item', { name: 'wanted' });
    await rest.call(session, 'done');
    // The run of somebody else, whose id must not be told.
    const other = await rest.open('tiny');
    await rest.call(other.id, 'done');
    const subjects = { scenario: 'tiny', taskIdx: '0', episode: recordId ?? '', session };
    const answers = await askEveryRoute(url, { ...subjects, selection: 'x', job: 'x' });
    const tells = answers
      .filter(({ bytes }) => bytes.includes(other.recordId ?? '-'))
      .map(({ name }) => name);
    const closed = answers.filter(({ status }) => status === 403).map(({ name }) => name);
    const names: readonly string[] = [...new Set(closed)].sort();
    return {
      tells,
      closed: names.filter((name) => !FOR_ROLES.includes(name)),
      forRoles: names.filter((name) => FOR_ROLES.includes(name)),
    };
  };
  const closed = await walk([]);
  expect(closed.tells).toEqual([]);
  expect(closed.closed).toMatchInlineSnapshot(`
    [
      "acceptFindings",
      "checkVerifier",
      "deleteRuns",
      "dropUpload",
      "exportAuditFindings",
      "exportBaseline",
      "exportCorrections",
      "exportRuns",
      "exportSelection",
      "exportTaskStatuses",
      "getAuditSummary",
      "getBaseline",
      "getGroupTree",
      "getKeeping",
      "getOutcome",
      "getOutcomes",
      "getRunCurves",
      "getRunFacets",
      "getRunRevision",
      "getSelection",
      "getTryDetail",
      "getTryRows",
      "importBaseline",
      "importTaskStatuses",
      "listAuditFindings",
      "listDeletions",
      "listEpisodes",
      "listJobs",
      "listRuns",
      "listSelected",
      "listSelectedTasks",
      "listVerifiers",
      "listViews",
      "lookAtHeldOut",
      "markReference",
      "pinRuns",
      "previewDeletion",
      "pullEpisodes",
      "removeView",
      "replayRuns",
      "reverify",
      "runImport",
      "saveVersion",
      "saveView",
      "searchStates",
      "selectRuns",
      "setTaskStatuses",
      "startAudit",
      "startUpload",
      "tryKeeping",
      "tryVerifier",
      "undoDeletion",
      "uploadFile",
      "useVersion",
    ]
  `);
  const open = await walk(['--open-library']);
  expect(open.closed).toEqual(['listEpisodes', 'saveVersion', 'useVersion']);
  for (const { forRoles } of [closed, open]) expect(forRoles).toEqual(FOR_ROLES);
  expect(open.tells).toContain('listRuns');
});
