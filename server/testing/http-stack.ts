import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalAccess, People } from '../access/index.ts';
import { Catalog } from '../store/catalog.ts';
import { CatalogPeople } from '../store/people/people-shelf.ts';
import { sighted } from '../annotate/index.ts';
import { createDispatcher, createFastify, createGuard } from '../http/index.ts';
import type {
  EpisodePort,
  GuardOptions,
  HttpConfig,
  HttpContext,
  LiveHandler,
  UiHandler,
} from '../http/index.ts';
import type { ScenarioSummary } from '../dataset/types.ts';
import type { EpisodeRecord, StepRecord } from '../store/types.ts';
import { AppError } from '../../lib/contracts/errors.ts';
import { createJobs } from '../engine/jobs/index.ts';
import { createLog } from '../log.ts';
import { createMcpTransport } from '../transports/mcp/index.ts';
import { createOpenEnvTransport } from '../transports/openenv/index.ts';
import { createFakeEngine } from './fake-engine.ts';
import type { FakeEngine } from './fake-engine.ts';

/** The whole wire over the fake engine, listening on loopback: for tests of HTTP and MCP. */
export interface HttpStack extends AsyncDisposable {
  readonly url: string;
  readonly engine: FakeEngine;
  /** What `PATCH /api/episodes/run` set. */
  readonly runs: Map<string, unknown>;
}

export interface HttpStackOptions {
  readonly maxSessions?: number;
  readonly maxIdleMs?: number;
  readonly config?: Partial<HttpConfig>;
  /** Default: whoever asks may do everything. */
  readonly access?: HttpContext['access'];
  readonly guard?: Partial<GuardOptions>;
  readonly ui?: UiHandler;
  readonly live?: LiveHandler;
  /** What is not given answers not_found. */
  readonly states?: Partial<HttpContext['states']>;
  readonly evidence?: Partial<HttpContext['evidence']>;
  readonly runs?: HttpContext['runs'];
}

const STATE_METHODS = [
  'changes',
  'changesBetween',
  'tables',
  'tableRows',
  'rowHistory',
  'cell',
  'fileTables',
  'fileRows',
] as const satisfies readonly (keyof HttpContext['states'])[];

const AUDIT_METHODS = ['start', 'summary', 'findings', 'accept', 'baseline', 'importBaseline'] as const;
const RUN_METHODS = [
  'resolve',
  'without',
  'touch',
  'get',
  'revision',
  'warm',
  'page',
  'facets',
  'curves',
  'counts',
  'select',
  'selection',
  'selected',
  'exportTable',
  'tasksOf',
  'changesFile',
  'setPinned',
  'labels',
  'setLabel',
  'notes',
  'addNote',
  'removeNote',
  'matching',
  'changedSince',
  'views',
  'saveView',
  'removeView',
] as const;

const KEEPING_METHODS = [
  'preview',
  'delete',
  'undo',
  'purgeNow',
  'experiments',
  'dryRun',
  'applyRules',
] as const;

const KEEPING_AT_ONCE = ['deletions', 'rule', 'setRule'] as const;

const ARTIFACT_METHODS = [
  'startUpload',
  'runImport',
  'exportZip',
  'exportName',
  'report',
  'pull',
  'messages',
  'attachMessages',
  'resume',
] as const;

const EVIDENCE_METHODS = [
  'sql',
  'verdicts',
  'verdict',
  'reads',
  'source',
  'task',
  'scenarioTables',
  'scenarioRows',
] as const satisfies readonly (keyof HttpContext['evidence'])[];

const WORKBENCH_METHODS = ['list', 'task', 'code', 'save', 'use', 'check', 'try', 'detail', 'patch'] as const;

const PROJECT_METHODS = [
  'list',
  'create',
  'get',
  'find',
  'update',
  'versions',
  'schema',
  'guidelines',
  'saveSchema',
  'saveGuidelines',
  'itemLabels',
  'effects',
] as const;

const ADJUDICATION_METHODS = [
  'giveBack',
  'list',
  'get',
  'hold',
  'save',
  'decide',
  'skip',
  'reveal',
  'reopen',
  'confirmAgreed',
  'proposals',
  'answerProposal',
  'runOfItem',
  'decisions',
  'revision',
] as const;

/** Of a part whose methods answer at once. */
const OUTCOME_METHODS = [
  'outcomes',
  'outcome',
  'ofRun',
  'markReference',
  'dropReference',
  'unobserved',
  'keepReads',
  'setVerifiers',
  'scenarios',
  'setVacuous',
  'unchecked',
  'onChange',
] as const;

const NO_TASKS: HttpContext['tasks'] = {
  ...nothingAtOnce<'set' | 'history' | 'file' | 'take'>(['set', 'history', 'file', 'take']),
  list: () => Promise.resolve([]),
  isQuarantined: () => false,
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

function nothingAtOnce<K extends string>(methods: readonly K[]): Record<K, () => never> {
  const refuse = () => {
    throw new AppError('not_found', 'This stack records nothing.');
  };
  return Object.fromEntries(methods.map((name) => [name, refuse])) as Record<K, () => never>;
}

function nothing<K extends string>(methods: readonly K[]): Record<K, () => Promise<never>> {
  const refuse = () => Promise.reject(new AppError('not_found', 'This stack records nothing.'));
  return Object.fromEntries(methods.map((name) => [name, refuse])) as Record<K, () => Promise<never>>;
}

/** Of a part whose every method answers that nothing is there. */
const NOTHING = new Proxy(
  {},
  {
    get: () => () => {
      throw new AppError('not_found', 'This stack records nothing.');
    },
  },
);

function noBranch(): never {
  throw new AppError('not_found', 'This stack records nothing.');
}

const NO_BRANCHES: HttpContext['branches'] = {
  lineage: noBranch,
  lastReplay: noBranch,
  startReplays: noBranch,
  startWhatIf: noBranch,
  paths: noBranch,
  difference: noBranch,
  group: noBranch,
};

const NO_TRIES = {
  ...nothingAtOnce(['taskOf', 'rows', 'lookAtHeldOut', 'corrections', 'reverify'] as const),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

const TOY: ScenarioSummary = {
  key: 'toy_1',
  name: 'Toy 1',
  description: 'A toy',
  pack: 'toys',
  trusted: true,
  tasks: ['First task', 'Second task'],
  verifiers: [
    { code: true, sql: false },
    { code: true, sql: true },
  ],
  category: null,
  tableCount: 1,
};

const EPISODE: EpisodeRecord = {
  id: 'e1',
  clientEpisodeId: null,
  sessionId: 's1',
  scenario: 'toy_1',
  pack: 'toys',
  scenarioHash: '00',
  taskIdx: 0,
  task: 'First task',
  actor: 'human',
  transport: 'web',
  run: { experiment: 'x', tags: ['a'] },
  policy: 'full',
  options: {},
  startedAtMs: 1,
  endedAtMs: null,
  endReason: null,
  steps: 1,
  seedHash: '00',
  initialHash: '01',
  finalHash: '02',
  finalNormalised: null,
  verdict: null,
  reward: null,
  finalAnswer: null,
  pinned: false,
  kept: null,
  baseline: false,
  sawVerdictAt: null,
  origin: 'played',
  parent: null,
  missing: [],
};

const STEP: StepRecord = {
  episodeId: 'e1',
  seq: 1,
  kind: 'call_tool',
  toolName: 'echo',
  argumentsJson: '{"a":1.0}',
  clientMetadata: null,
  observationJson: '{}',
  rewardType: 'tool_call_ok',
  reward: 0,
  httpMethod: 'GET',
  httpRoute: '/echo',
  httpStatus: 200,
  startedAtMs: 1,
  durationMs: 1,
  runtimeMs: 1,
  logStart: 0,
  logEnd: 0,
  logText: null,
  dbBefore: '01',
  dbAfter: '02',
  wrote: true,
  problem: null,
  normalisedAfter: null,
  tablesTouched: ['t'],
  reconstructed: false,
};

function fakeEpisodes(runs: Map<string, unknown>): EpisodePort {
  return {
    episode: (id) => (id === EPISODE.id ? EPISODE : undefined),
    episodes: ({ scenario }) => ({
      items: scenario === undefined || scenario === EPISODE.scenario ? [EPISODE] : [],
      nextCursor: null,
    }),
    steps: (_id, { from, to }) => [STEP].filter(({ seq }) => seq >= from && seq <= to),
    setRun(ids, run) {
      for (const id of ids) runs.set(id, run);
      return ids.length;
    },
    taskStats: () => Promise.resolve([]),
  };
}

export async function startHttpStack(options: HttpStackOptions = {}): Promise<HttpStack> {
  const log = createLog('silent');
  const engine = createFakeEngine(
    options.maxSessions === undefined ? {} : { maxSessions: options.maxSessions },
  );
  const maxIdleMs = options.maxIdleMs ?? 600_000;
  const runs = new Map<string, unknown>();
  const active = { active: true };
  const context: HttpContext = {
    access: options.access ?? createLocalAccess(),
    people: new People(new CatalogPeople(new Catalog(':memory:'), ''), Date.now),
    accounts: undefined,
    blindness: sighted(),
    looks: { note: () => undefined },
    projects: nothingAtOnce(PROJECT_METHODS),
    adjudication: nothingAtOnce(ADJUDICATION_METHODS),
    grading: nothingAtOnce(['grade', 'runs'] as const),
    queues: NOTHING as HttpContext['queues'],
    labelling: NOTHING as HttpContext['labelling'],
    training: {
      pairs: {
        ...nothing(['preview', 'make'] as const),
        ...nothingAtOnce(['list', 'get', 'remove'] as const),
      },
      fixes: {
        ...nothing(['send', 'start', 'list'] as const),
        ...nothingAtOnce(['queues', 'attempts', 'choose'] as const),
      },
      datasets: {
        ...nothing(['preview', 'remove', 'sweep'] as const),
        ...nothingAtOnce(['make', 'list', 'get', 'zip', 'file', 'push'] as const),
      },
    },
    agreement: { ...nothing(['ask'] as const), [Symbol.asyncDispose]: () => Promise.resolve() },
    engine,
    scenarios: {
      list: () => [TOY],
      find: (name) => (name.toLowerCase() === TOY.key ? TOY : undefined),
      packs: () => [{ name: 'toys', path: '/x', kind: 'source', trusted: true, scenarios: 1, problems: [] }],
      findings: () => undefined,
    },
    episodes: fakeEpisodes(runs),
    states: { ...nothing(STATE_METHODS), ...nothingAtOnce(['warm'] as const), ...options.states },
    branches: NO_BRANCHES,
    evidence: {
      ...nothing(EVIDENCE_METHODS),
      [Symbol.asyncDispose]: () => Promise.resolve(),
      ...options.evidence,
    },
    audits: nothingAtOnce(AUDIT_METHODS),
    jobs: createJobs(log),
    workbench: { ...nothing(WORKBENCH_METHODS), ...NO_TRIES },
    keeping: { ...nothing(KEEPING_METHODS), ...nothingAtOnce(KEEPING_AT_ONCE) },
    artifacts: {
      ...nothingAtOnce(ARTIFACT_METHODS),
      putFile: () => Promise.reject(new Error('not here')),
      dropUpload: () => Promise.resolve(),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    },
    tasks: NO_TASKS,
    outcomes: nothingAtOnce(OUTCOME_METHODS),
    stateSearch: {
      ...nothing(['search'] as const),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    },
    runs: options.runs ?? nothingAtOnce(RUN_METHODS),
    runtime: () => ({
      report: {
        pid: 1,
        python: '3.11',
        packages: { fastapi: '0.133.1' },
        sandbox: {
          landlock: active,
          seccomp: { active: false, why: 'a test' },
          rlimits: true,
          noNewPrivs: true,
          namespaces: active,
        },
      },
      stats: { zygotes: 0, sessions: 0, warming: 0 },
    }),
    config: {
      version: '0.0.0',
      publicUrl: undefined,
      saveVerifiers: false,
      maxSessions: 100,
      maxIdleMs,
      toolTimeoutMs: 30_000,
      readyTimeoutMs: 55_000,
      verifierTimeoutMs: 50_000,
      warnings: [],
      ...options.config,
    },
  };
  const openenv = createOpenEnvTransport({ engine, log, maxIdleMs });
  const mcp = createMcpTransport({
    engine,
    openenv,
    log,
    maxIdleMs,
    version: '0.0.0',
    scenarioNames: () => [TOY.key],
  });
  const fastify = createFastify({ context, rpc: openenv.rpc, mcp, log });
  const server = createServer();
  await createDispatcher({
    server,
    fastify,
    openenv,
    mcp,
    guard: createGuard({ bindHost: '127.0.0.1', allowHosts: [], allowOrigins: [], ...options.guard }),
    log,
    ...(options.live === undefined ? {} : { live: options.live }),
    ...(options.ui === undefined ? {} : { ui: options.ui }),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    engine,
    runs,
    async [Symbol.asyncDispose]() {
      await mcp[Symbol.asyncDispose]();
      await openenv[Symbol.asyncDispose]();
      await engine[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await fastify.close();
    },
  };
}
