import { afterAll, beforeAll, expect, it } from 'vitest';
import { askEveryRoute } from './every-route.ts';
import { createRestClient } from './rest-client.ts';
import { startServerProcess } from './server-process.ts';
import { createTinyPack, type TinyPack } from './tiny-pack.ts';

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
    return { tells, closed: [...new Set(closed)].sort() };
  };
  const closed = await walk([]);
  expect(closed.tells).toEqual([]);
  expect(closed.closed).toMatchInlineSnapshot(`
    [
      "acceptFindings",
      "addComment",
      "addQueueRuns",
      "answerProposal",
      "changeQueue",
      "checkVerifier",
      "chooseFix",
      "confirmAgreed",
      "createInvite",
      "createProject",
      "createQueue",
      "decideDisagreement",
      "deleteRuns",
      "downloadDataset",
      "downloadDatasetFile",
      "dropUpload",
      "exportAuditFindings",
      "exportBaseline",
      "exportCorrections",
      "exportRuns",
      "exportSelection",
      "exportTaskStatuses",
      "getAssignment",
      "getAuditSummary",
      "getBaseline",
      "getDataset",
      "getDisagreement",
      "getGroupTree",
      "getGuidelinesVersion",
      "getKeeping",
      "getOutcome",
      "getOutcomes",
      "getPairSet",
      "getProject",
      "getQueue",
      "getRunCurves",
      "getRunFacets",
      "getRunRevision",
      "getSchemaEffects",
      "getSchemaVersion",
      "getSelection",
      "getTryDetail",
      "getTryRows",
      "holdDisagreement",
      "importBaseline",
      "importTaskStatuses",
      "listAccessLog",
      "listAuditFindings",
      "listDatasets",
      "listDeletions",
      "listDisagreements",
      "listEpisodes",
      "listFixAttempts",
      "listFixQueues",
      "listFixes",
      "listInvites",
      "listJobs",
      "listMyQueues",
      "listMySubmissions",
      "listPairSets",
      "listPeople",
      "listProjectVersions",
      "listProjects",
      "listProposals",
      "listQueueItems",
      "listQueues",
      "listRuns",
      "listSelected",
      "listVerifiers",
      "listViews",
      "lookAtHeldOut",
      "makeDataset",
      "makePairSet",
      "makeRelabelQueue",
      "markReference",
      "nextItem",
      "pinRuns",
      "previewDataset",
      "previewDeletion",
      "previewPairs",
      "previewQueueRuns",
      "pullEpisodes",
      "pushDataset",
      "releaseReservation",
      "removeComment",
      "removeDataset",
      "removePairSet",
      "removeProfile",
      "removeQueueItems",
      "removeView",
      "renewReservation",
      "reopenDisagreement",
      "reopenItem",
      "replayRuns",
      "retryOnboarding",
      "returnLabel",
      "revealDisagreement",
      "revealItem",
      "reverify",
      "revokeInvite",
      "runImport",
      "saveDecisionDraft",
      "saveDraft",
      "saveGuidelines",
      "saveProfile",
      "saveSchema",
      "saveVersion",
      "saveView",
      "searchStates",
      "selectRuns",
      "sendToFix",
      "setGold",
      "setKeeping",
      "setPerson",
      "setQueueMembers",
      "setTaskStatuses",
      "skipDisagreement",
      "skipItem",
      "startAudit",
      "startFix",
      "startUpload",
      "submitLabel",
      "tryKeeping",
      "tryVerifier",
      "undoDeletion",
      "undoSubmit",
      "updateProject",
      "uploadFile",
      "useVersion",
    ]
  `);
  const open = await walk(['--open-library']);
  expect(open.closed).toEqual(['listEpisodes', 'saveVersion', 'setKeeping', 'useVersion']);
  expect(open.tells).toContain('listRuns');
}, 120_000);
