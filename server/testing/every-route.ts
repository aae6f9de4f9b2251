import { routes, type RouteName } from '../../lib/contracts/rest.ts';
import { PERSON_HEADER } from '../../lib/contracts/route.ts';

/** What a request to a route is made of; `null`: the route is not asked (it says why beside it). */
export interface RouteInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface RouteAnswer {
  readonly name: RouteName;
  readonly status: number;
  /** What came, whatever it is: JSON, csv, a zip. */
  readonly bytes: Buffer;
}

export interface Subjects {
  readonly scenario: string;
  readonly taskIdx: string;
  readonly episode: string;
  readonly session: string;
  readonly selection: string;
  readonly job: string;
}

const ANYTHING = 'a'.repeat(32);

/**
 * A request to every route of the server that concerns one run, its task and its session; a route that is added without
 * one does not compile. Those that end or delete what is looked at come with ids that are not there.
 */
export function everyRequest(of: Subjects): Readonly<Record<RouteName, readonly RouteInput[]>> {
  const { episode, scenario, taskIdx } = of;
  const byId = [{ params: { id: episode } }];
  const nobody = [{ params: { id: ANYTHING } }];
  const task = { key: scenario, taskIdx };
  const byTask = [{ params: task }];
  const target = { ids: [episode] };
  const all = { selection: of.selection };
  const atStep = [0, 1, 2].map((seq) => ({ params: { id: episode, seq: String(seq) } }));
  const table = { id: episode, table: 'items' };
  const queries = ['', 'pass', 'fail', 'verdict:complete', 'code:complete', 'regraded:complete', 'reward>0'];
  const byQuery = queries.map((q) => ({ query: { q } }));
  const draft = 'def verify_task_completion(a, b, final_answer=None):\n    return {"result": "others"}\n';
  const code = { mode: 'code', code: draft };
  const nothing = [{}];
  const ofTry = [{ params: { id: of.job } }];
  const ofItem = [{ params: { item: ANYTHING } }];
  const noDecision = { baseRevision: 0, draft: { own: {} } };
  return {
    listScenarios: nothing,
    getScenario: [{ params: { key: scenario } }],
    getScenarioTools: [{ params: { key: scenario } }],
    createSession: [{ body: { scenario: 'not here' } }],
    listSessions: nothing,
    getSession: [{ params: { id: of.session } }],
    getSessionTools: [{ params: { id: of.session } }],
    resetSession: [{ params: { id: ANYTHING }, body: { scenario } }],
    stepSession: [{ params: { id: ANYTHING }, body: { action: { type: 'list_tools' } } }],
    cancelSession: nobody,
    controlSession: [{ params: { id: ANYTHING }, body: { action: 'take' } }],
    closeSession: nobody,
    listEpisodes: nothing,
    getEpisode: byId,
    getEpisodeSteps: byId,
    setRun: [{ body: { ids: [ANYTHING], run: {} } }],
    health: nothing,
    whoami: nothing,
    lookAtInvite: [{ body: { invite: ANYTHING } }],
    useInvite: [{ body: { invite: ANYTHING, name: 'x' } }],
    startSignIn: [{ body: { handover: ANYTHING } }],
    claimSignIn: [{ body: { handover: ANYTHING } }],
    // It would end the sign-in of whoever looks.
    signOut: [],
    listSignIns: nothing,
    endSignIn: nobody,
    listPeople: nothing,
    setPerson: [{ params: { id: ANYTHING }, body: {} }],
    listProfiles: nothing,
    saveProfile: [{ params: { name: 'nobody else' }, body: { roles: ['viewer'] } }],
    removeProfile: [{ params: { name: 'nobody else' } }],
    listInvites: nothing,
    createInvite: [{ body: { role: 'viewer' } }],
    revokeInvite: nobody,
    listTokens: nothing,
    createToken: [{ body: { name: 'x', scopes: ['read'] } }],
    revokeToken: nobody,
    listAccessLog: nothing,
    getChanges: [{ params: { id: episode }, query: { from: '0', to: '1' } }],
    getTables: [{ params: { id: episode }, query: { seq: '1' } }],
    getTableRows: [{ params: table, query: { seq: '1' } }],
    getRowHistory: [{ params: table, query: { key: '[1]', to: '1' } }],
    getCell: [{ params: table, query: { key: '[1]', column: 'name', seq: '1' } }],
    runSql: [{ params: { id: episode }, body: { seq: 1, sql: 'SELECT name FROM items' } }],
    getStepLog: atStep,
    getVerdicts: byId,
    getVerdict: atStep,
    getSource: [{ params: { key: scenario } }],
    getTaskDetail: byTask,
    getScenarioTables: [{ params: { key: scenario } }],
    getScenarioRows: [{ params: { key: scenario, table: 'items' }, query: { seq: '0' } }],
    getTaskStats: nothing,
    listRuns: [...byQuery, { query: { q: 'sort:reward' } }],
    getRun: byId,
    getRunFacets: byQuery,
    getRunCurves: byQuery,
    getRunRevision: [{}, ...byQuery],
    selectRuns: [
      ...queries.map((q) => ({ body: { q } })),
      { body: { q: '', sample: { by: 'end_state', count: 1 } } },
    ],
    getSelection: [{ params: { id: of.selection } }],
    listSelected: [{ params: { id: of.selection } }],
    listSelectedTasks: [{ params: { id: of.selection } }],
    exportRuns: ['csv', 'jsonl', 'parquet'].map((format) => ({
      params: { id: of.selection },
      query: { format },
    })),
    pinRuns: [{ body: { target: all, pinned: true } }],
    searchStates: ['end', 'steps'].map((which) => ({
      body: { target: all, of: which, sql: 'SELECT * FROM runs LEFT JOIN changes ON changes.run = runs.id' },
    })),
    listViews: nothing,
    saveView: [{ body: { name: 'one', query: 'pass' } }],
    removeView: nobody,
    listLabels: byId,
    setLabel: [{ params: { id: ANYTHING }, body: { outcome: null } }],
    listNotes: byId,
    addNote: [{ params: { id: episode }, body: { text: 'looked at' } }],
    removeNote: [{ params: { id: episode, note: ANYTHING } }],
    forkEpisode: [{ params: { id: episode }, body: { seq: 1 } }],
    getLineage: byId,
    getReplay: byId,
    replayRuns: [{ body: { target } }, { body: { target: all } }],
    tryWhatIf: [{ params: { id: episode }, body: { seq: 1 } }],
    getPaths: [{ query: { ids: episode } }],
    getStateDifference: [{ query: { a: episode, aSeq: '0', b: episode, bSeq: '1' } }],
    getGroupTree: [{ body: { target } }, { body: { target: all } }],
    startUpload: nothing,
    uploadFile: [{ params: { id: ANYTHING }, query: { path: 'a.json' } }],
    runImport: nobody,
    dropUpload: nobody,
    exportEpisode: ['zip', 'html'].map((format) => ({ params: { id: episode }, query: { format } })),
    exportSelection: [{ params: { id: of.selection } }],
    pullEpisodes: [{ body: { url: 'http://localhost:9/' } }],
    getMessages: byId,
    attachMessages: [{ params: { id: episode }, body: { log: [], dryRun: true } }],
    previewDeletion: [{ body: { target: all } }],
    deleteRuns: [{ body: { target: all } }],
    listDeletions: nothing,
    undoDeletion: nobody,
    getKeeping: nothing,
    setKeeping: [{ body: { experiment: 'none', states: null, days: null, newest: null, bytes: null } }],
    tryKeeping: [{ body: { experiment: null, states: 'calls', days: 1, newest: 1, bytes: 1 } }],
    startAudit: [{ body: { scenarios: [scenario] } }],
    getAuditSummary: nothing,
    listAuditFindings: nothing,
    exportAuditFindings: ['json', 'jsonl', 'sarif'].map((format) => ({ query: { format } })),
    acceptFindings: [{ body: { fingerprints: [ANYTHING], accept: false } }],
    getBaseline: nothing,
    exportBaseline: nothing,
    importBaseline: [{ body: { file: { format: 'awm-studio-audit-baseline', version: 1, findings: [] } } }],
    listJobs: nothing,
    getJob: ofTry,
    getJobReport: ofTry,
    cancelJob: nobody,
    listVerifiers: nothing,
    getTaskVerifier: byTask,
    getVersionCode: [{ params: { ...task, version: '1' } }],
    saveVersion: [{ params: task, body: { mode: 'code', code: 'not python (' } }],
    useVersion: [{ params: task, body: { mode: 'code', version: 99 } }],
    checkVerifier: [{ params: task, body: code }],
    tryVerifier: [{ params: task, body: { ...code, before: 1, run: episode } }],
    getTryRows: ofTry,
    getTryDetail: [{ params: { id: of.job, run: episode } }],
    lookAtHeldOut: ofTry,
    exportCorrections: ofTry,
    exportPatch: [{ params: task, body: code }],
    reverify: [{ body: { target } }, { body: { target: all } }],
    getOutcomes: [...byTask, { params: task, query: { passes: 'true' } }],
    getOutcome: [{ params: { ...task, state: 'a'.repeat(64) } }],
    markReference: [{ params: task, body: { run: episode } }],
    getRunOutcome: byId,
    listTaskStatuses: nothing,
    setTaskStatuses: [{ body: { tasks: [{ scenario, taskIdx: 99 }], status: 'ok' } }],
    getTaskHistory: byTask,
    exportTaskStatuses: ['said', 'all', 'clean'].map((which) => ({ query: { of: which } })),
    importTaskStatuses: nothing,
    listMyQueues: nothing,
    nextItem: nobody,
    listMySubmissions: nobody,
    getAssignment: nobody,
    saveDraft: [{ params: { id: ANYTHING }, body: { baseRevision: 0, doc: {}, activeMs: 0 } }],
    renewReservation: nobody,
    submitLabel: [
      { params: { id: ANYTHING }, body: { baseRevision: 0, doc: {}, activeMs: 0, key: ANYTHING } },
    ],
    skipItem: [{ params: { id: ANYTHING }, body: { reason: 'none' } }],
    reopenItem: nobody,
    undoSubmit: nobody,
    revealItem: nobody,
    addComment: [{ params: { id: ANYTHING }, body: { anchor: { on: 'run' }, text: 'none' } }],
    removeComment: [{ params: { id: ANYTHING, comment: ANYTHING } }],
    listQueues: nothing,
    getQueue: nobody,
    listQueueItems: nobody,
    createQueue: [{ body: { project: ANYTHING, name: 'none' } }],
    changeQueue: [{ params: { id: ANYTHING }, body: {} }],
    previewQueueRuns: [{ body: { source: { from: 'runs', target } } }],
    addQueueRuns: [{ params: { id: ANYTHING }, body: { target } }],
    makePairQueue: [
      {
        body: {
          project: ANYTHING,
          name: 'none',
          pairs: { from: 'runs', target, perTask: 1 },
          dryRun: true,
        },
      },
    ],
    addQueuePairs: [{ params: { id: ANYTHING }, body: { pairs: { from: 'runs', target }, dryRun: true } }],
    removeQueueItems: [{ params: { id: ANYTHING }, body: { items: [ANYTHING] } }],
    setQueueMembers: [{ params: { id: ANYTHING }, body: {} }],
    releaseReservation: nobody,
    retryOnboarding: [{ params: { id: ANYTHING }, body: { person: 'nobody' } }],
    makeRelabelQueue: [{ params: { id: ANYTHING }, body: { dryRun: true } }],
    setGold: [{ params: { id: ANYTHING, item: ANYTHING }, body: { gold: null } }],
    returnLabel: [{ params: { id: ANYTHING }, body: { note: 'none' } }],
    listProjects: nothing,
    createProject: [{ body: { name: '' } }],
    getProject: nobody,
    updateProject: nobody,
    listProjectVersions: [{ params: { id: ANYTHING, kind: 'schema' } }],
    getSchemaVersion: [{ params: { id: ANYTHING, version: '1' } }],
    getGuidelinesVersion: [{ params: { id: ANYTHING, version: '1' } }],
    saveSchema: nobody,
    saveGuidelines: nobody,
    listItemLabels: [{ params: { id: ANYTHING, item: ANYTHING } }],
    getSchemaEffects: nobody,
    getAgreement: nobody,
    getAgreementBy: [{ params: { id: ANYTHING, by: 'pair' } }],
    getConfusion: nobody,
    listRated: nobody,
    getDrift: nobody,
    getProgress: nobody,
    listDisagreements: nobody,
    getDisagreementFigures: nobody,
    confirmAgreed: nobody,
    getDisagreement: ofItem,
    holdDisagreement: ofItem,
    saveDecisionDraft: [{ ...ofItem[0], body: noDecision }],
    decideDisagreement: [{ ...ofItem[0], body: { ...noDecision, key: ANYTHING } }],
    skipDisagreement: ofItem,
    giveBackDisagreements: nobody,
    revealDisagreement: ofItem,
    reopenDisagreement: ofItem,
    listProposals: nobody,
    getGrading: nobody,
    exportGrading: nobody,
    answerProposal: [{ params: { proposal: ANYTHING }, body: { state: 'declined' } }],
    previewPairs: [{ body: { target, filters: {} } }, { body: { target: all, filters: {} } }],
    makePairSet: [{ body: { name: 'pairs', target: all, filters: {} } }],
    listPairSets: nothing,
    getPairSet: nobody,
    removePairSet: nobody,
    listFixQueues: nothing,
    sendToFix: [{ body: { run: episode, seq: 1, note: 'wrong', queue: ANYTHING } }],
    startFix: nobody,
    listFixAttempts: nobody,
    chooseFix: [{ params: { id: ANYTHING, attempt: ANYTHING } }],
    listFixes: nothing,
    previewDataset: [{ body: { project: ANYTHING, shape: 'labels' } }],
    makeDataset: [{ body: { project: ANYTHING, shape: 'labels' } }],
    listDatasets: nothing,
    getDataset: nobody,
    downloadDataset: nobody,
    downloadDatasetFile: [{ params: { id: ANYTHING }, query: { name: 'README.md' } }],
    pushDataset: [{ params: { id: ANYTHING }, body: { repo: 'a/b', token: 'x' } }],
    removeDataset: nobody,
  };
}

/** Asks each of them, one after the other. */
export async function askEveryRoute(
  url: string,
  subjects: Subjects,
  who?: Asker,
  isAsked: (name: RouteName) => boolean = () => true,
): Promise<readonly RouteAnswer[]> {
  const answers: RouteAnswer[] = [];
  for (const [key, inputs] of Object.entries(everyRequest(subjects))) {
    const name = key as RouteName;
    if (!isAsked(name)) continue;
    for (const input of inputs) answers.push(await askRoute(url, name, input, who));
  }
  return answers;
}

/** A name that goes with it, or the headers that say who asks. */
type Asker = string | Readonly<Record<string, string>>;

/** @param who absent: nobody */
export async function askRoute(
  url: string,
  name: RouteName,
  input: RouteInput,
  who?: Asker,
): Promise<RouteAnswer> {
  const { method, path }: { readonly method: string; readonly path: string } = routes[name];
  const target = new URL(
    path.replace(/:(\w+)/g, (_match, part: string) => encodeURIComponent(input.params?.[part] ?? '')),
    url,
  );
  for (const [part, value] of Object.entries(input.query ?? {})) target.searchParams.set(part, value);
  const response = await fetch(target, {
    method,
    headers: typeof who === 'string' ? { [PERSON_HEADER]: encodeURIComponent(who) } : (who ?? {}),
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  });
  return { name, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}
