import type { Server } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { AppError } from '../lib/contracts/errors.ts';
import {
  Accounts,
  createLocalAccess,
  createOpenAccess,
  inviteLink,
  openControl,
  People,
  visitorsPermissions,
  type Access,
} from './access/index.ts';
import { createAnnotation, createBlindness, createLooks } from './annotate/index.ts';
import { createAgreement } from './annotate/agreement/index.ts';
import { PROJECT_DIR, type Config } from './config.ts';
import { createDataset, type Dataset } from './dataset/index.ts';
import {
  createArtifacts,
  createBackgroundCheck,
  createAudits,
  createBranches,
  createEngine,
  createEvidence,
  createJobs,
  createStateSearch,
  createTasks,
  createWorkbench,
  sessionsRoot,
  watchVerifiers,
  withSavedVerifiers,
  type Engine,
} from './engine/index.ts';
import { httpContext } from './http-context.ts';
import { lazyUi } from './lazy-ui.ts';
import { createHost, type Host, type SandboxReport } from './host/index.ts';
import {
  createDispatcher,
  createFastify,
  createGuard,
  createListener,
  createNextUi,
  isLoopback,
} from './http/index.ts';
import type { Log } from './log.ts';
import { createStore } from './store/index.ts';
import type { Store } from './store/types.ts';
import { createLive } from './transports/live/index.ts';
import { createMcpTransport } from './transports/mcp/index.ts';
import { createOpenEnvTransport } from './transports/openenv/index.ts';
import { createVerify } from './verify/index.ts';

/** A running studio; disposing it ends every session and child. */
export interface App extends AsyncDisposable {
  /** With a trailing slash; names the port that was bound. */
  readonly url: string;
  readonly port: number;
  /** A link that makes its opener admin, where there is none yet. A secret: it is printed, never logged. */
  readonly firstAdmin: string | undefined;
  readonly engine: Engine;
  readonly dataset: Dataset;
  readonly store: Store;
  readonly host: Host;
}

/** Why a scenario that is not trusted may not run on this bind; undefined where it may (design: fail closed). */
function sandboxRefusal(config: Config, sandbox: SandboxReport): string | undefined {
  if (isLoopback(config.host) || config.allowWeakSandbox) return undefined;
  const layers = [
    ['Landlock', sandbox.landlock],
    ['seccomp', sandbox.seccomp],
  ] as const;
  const missing = layers
    .filter(([, layer]) => !layer.active)
    .map(([name, layer]) => `${name} (${layer.why ?? 'inactive'})`);
  if (missing.length === 0) return undefined;
  return (
    `this scenario's pack is not trusted and the sandbox lacks ${missing.join(' and ')} while the server listens on ${config.host}. ` +
    'Mark the pack with --trust, bind to 127.0.0.1, or start with --allow-weak-sandbox'
  );
}

async function listen(server: Server, config: Config): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const where = `${config.host}:${String(config.port)}`;
      const reasons: Readonly<Record<string, string>> = {
        EADDRINUSE: `Port ${String(config.port)} on ${config.host} is in use. Stop what listens there, or take another with --port.`,
        EACCES: `This user may not listen on ${where}. Take a port above 1023 with --port.`,
        EADDRNOTAVAIL: `This machine has no address ${config.host}. Give one of its own with --host.`,
      };
      reject(
        new AppError(
          'config_invalid',
          reasons[error.code ?? ''] ?? `Cannot listen on ${where}: ${error.message}`,
          { cause: error },
        ),
      );
    });
    server.listen(config.port, config.host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Who asks: people who sign in, else on this machine whoever they say, else strangers. */
function whoAsks(
  config: Config,
  store: Store,
): { readonly access: Access; readonly accounts: Accounts | undefined; readonly people: People } {
  const isLocal = isLoopback(config.host);
  if (!config.accounts)
    return {
      access: isLocal ? createLocalAccess(store.people) : createOpenAccess(config),
      accounts: undefined,
      people: new People(store.people, Date.now),
    };
  const accounts = new Accounts({
    shelf: store.people,
    homeDir: config.homeDir,
    visitors: visitorsPermissions(config.openLibrary),
    oidc: config.oidc,
  });
  return { access: accounts, accounts, people: accounts.people };
}

/** A link for the first admin, where there is none and nobody is one by their provider. */
function firstInvite({ oidc }: Config, { invites }: Accounts, url: string): string | undefined {
  const secret = oidc !== null && oidc.admin !== null ? undefined : invites.forFirstAdmin();
  return secret && inviteLink(url, secret);
}

/**
 * Starts everything and listens.
 * @throws AppError config_invalid (port, host), pack_invalid, runtime_failed, conflict (home in use), storage_full
 */
export async function createApp(config: Config, log: Log): Promise<App> {
  await using opened = new AsyncDisposableStack();
  for (const note of config.notes) log.info(note);
  const cacheDir = join(config.homeDir, 'cache');
  // The store first: it locks the home, so that two servers never share one.
  const store = opened.use(
    await createStore({
      homeDir: config.homeDir,
      keepFullOneIn: config.keepFullOneIn,
      ...(config.diskBudgetBytes > 0 && { diskBudgetBytes: config.diskBudgetBytes }),
      onProblem: (message, error) => log.warn({ err: error }, message),
    }),
  );
  const starting = [
    createDataset({ packs: config.packs, cacheDir, watch: true }).then((dataset) => opened.use(dataset)),
    createHost({
      python: config.python,
      cacheDir,
      sessionsDir: sessionsRoot(config.homeDir),
      log: (level, message) => log[level](message),
    }).then((host) => opened.use(host)),
  ] as const;
  // Both are waited for even where one fails, so that the other is closed too.
  const failed = (await Promise.allSettled(starting)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  const [packs, host] = await Promise.all(starting);
  const dataset = withSavedVerifiers(packs, store.verifiers);
  for (const { file, line, message } of dataset.packs().flatMap(({ problems }) => problems)) {
    log.warn(`${file}${line === undefined ? '' : `:${String(line)}`}: ${message}`);
  }
  const refusal = sandboxRefusal(config, host.report.sandbox);
  if (refusal !== undefined) log.warn(`Untrusted scenarios will not run: ${refusal}.`);

  const refuse = ({ trusted }: { readonly trusted: boolean }) => (trusted ? undefined : refusal);
  const isPublic = !isLoopback(config.host);
  // People who sign in come from elsewhere, by a proxy where the bind is loopback.
  const hasStrangers = isPublic || config.accounts;

  const verify = createVerify((run, signal) => host.verify(run, signal));
  const tasks = opened.use(createTasks({ dataset: packs, shelf: store.taskStatuses, log }));
  const engine = opened.use(
    await createEngine({
      isQuarantined: (scenario, taskIdx) => tasks.isQuarantined(scenario, taskIdx),
      dataset,
      store,
      host,
      log,
      verify,
      judge: config.llm,
      refuse,
      readyTimeoutMs: config.readyTimeoutMs,
      verifierTimeoutMs: config.verifierTimeoutMs,
      toolTimeoutMs: config.toolTimeoutMs,
      recordingPolicy: config.record,
      homeDir: config.homeDir,
      maxSessions: config.maxSessions,
      maxIdleMs: config.maxIdleMs,
      allowedIdleSessions: config.allowedIdleSessions,
      cleanupIntervalMs: config.cleanupIntervalMs,
      hibernateAfterMs: config.hibernateAfterMs,
      publicJudgesOnly: hasStrangers && !config.allowPrivateJudge,
      takeUp: { maxIdleMs: config.humanIdleMs, maxSessions: Math.ceil(config.maxSessions / 2) },
      // Half of the sessions stay for programs, whoever opens pages.
      ...(isPublic && {
        humans: { maxIdleMs: config.humanIdleMs, maxSessions: Math.ceil(config.maxSessions / 2) },
      }),
    }),
  );

  opened.defer(
    dataset.onChange((keys) => {
      for (const key of keys)
        host.forget(key).catch((error: unknown) => {
          log.warn({ err: error, scenario: key }, 'what was learned of the old version could not be removed');
        });
    }),
  );
  const check = opened.use(createBackgroundCheck({ dataset, host, store, log, refuse, run: config.check }));
  const evidence = opened.use(
    createEvidence({
      store,
      states: store.states,
      dataset,
      host,
      refuse,
      verifierTimeoutMs: config.verifierTimeoutMs,
      filesDir: join(config.homeDir, 'tmp', 'states'),
    }),
  );
  const stateSearch = opened.use(
    createStateSearch({
      runs: store.runs,
      host,
      refuse,
      filesDir: join(config.homeDir, 'tmp', 'search'),
    }),
  );
  const jobs = createJobs(log);
  const workbench = opened.use(
    createWorkbench({
      store,
      runs: store.runs,
      dataset,
      host,
      jobs,
      verify,
      judge: config.llm,
      refuse,
      verifierTimeoutMs: config.verifierTimeoutMs,
      filesDir: join(config.homeDir, 'tmp', 'workbench'),
    }),
  );
  const replay = {
    host,
    dataset,
    log,
    refuse,
    sessionsDir: sessionsRoot(config.homeDir),
    toolTimeoutMs: config.toolTimeoutMs,
    readyTimeoutMs: config.readyTimeoutMs,
  };
  const artifacts = opened.use(
    createArtifacts({
      store,
      dataset,
      jobs,
      homeDir: config.homeDir,
      publicOnly: hasStrangers,
      replay,
    }),
  );
  const looks = createLooks();
  const annotation = opened.use(
    createAnnotation({
      store,
      looks,
      messages: (run) => artifacts.messages(run),
      onProblem: (message, error) => log.warn({ err: error }, message),
    }),
  );
  const agreement = opened.use(
    createAgreement({
      homeDir: config.homeDir,
      revisionOf(project) {
        const known = store.projects.get(project);
        return known && `${String(known.schemaVersion)}.${String(store.annotation.revision())}`;
      },
    }),
  );
  const audits = createAudits({ ...replay, store, jobs });
  // Before the parts that its work goes on in.
  opened.use(jobs);
  opened.use(watchVerifiers({ outcomes: store.outcomes, evidence, dataset, check, log }));
  const guard = createGuard({
    bindHost: config.host,
    allowHosts: config.allowHosts,
    allowOrigins: config.allowOrigins,
    allowFrames: config.allowFrames,
  });
  const { access, accounts, people } = whoAsks(config, store);
  const listener = createListener();
  // After the transports below have taken leave of their sockets.
  opened.defer(() => listener.end());
  const openenv = opened.use(createOpenEnvTransport({ engine, log, maxIdleMs: config.maxIdleMs }));
  const mcp = opened.use(
    createMcpTransport({
      engine,
      log,
      openenv,
      maxIdleMs: config.maxIdleMs,
      version: packageJson.version,
      scenarioNames: () => dataset.list().map(({ key }) => key),
    }),
  );
  const blindness = createBlindness(store.hiddenRuns);
  const live = opened.use(
    createLive({
      engine,
      guard: (request) => guard.allows(request),
      principal: (headers) => access.principal(headers),
      hides: (who, run) => {
        const hidden = context.blindness.of(who).hides(run);
        if (!hidden) looks.note(who);
        return hidden;
      },
      watchPeople: (listener) => people.watch(listener),
    }),
  );
  const context = httpContext(
    config,
    {
      access,
      accounts,
      people,
      engine,
      dataset,
      store,
      host,
      check,
      evidence,
      audits,
      jobs,
      artifacts,
      branches: createBranches({ ...replay, store, jobs, engine, evidence }),
      workbench,
      tasks,
      stateSearch,
      annotation,
      blindness,
      looks,
      agreement,
    },
    refusal === undefined ? [] : [refusal],
  );
  const fastify = createFastify({ context, rpc: openenv.rpc, mcp, log });
  opened.defer(() => fastify.close());
  // Before the transports: a session that is closed by its socket's end would not say that the server stopped.
  opened.defer(() => engine[Symbol.asyncDispose]());
  opened.defer(() => listener.stopAccepting());
  const ui = config.ui
    ? opened.use(
        lazyUi(() => {
          // Most pages ask it first; it starts on another thread while Next is loaded on this one.
          store.states.warm();
          return createNextUi({ dev: config.dev, dir: PROJECT_DIR });
        }),
      )
    : undefined;
  opened.use(
    await createDispatcher({
      server: listener.server,
      fastify,
      openenv,
      mcp,
      live,
      ...(ui && { ui }),
      guard,
      log,
    }),
  );
  await context.training.datasets.sweep().catch((error: unknown) => {
    log.warn({ err: error }, 'files of unfinished exports could not be removed');
  });
  const port = await listen(listener.server, config);
  const shown = isIP(config.host) === 6 ? `[${config.host}]` : config.host;
  const url = `http://${shown}:${String(port)}`;
  const publicUrl = config.publicUrl ?? url;
  if (accounts !== undefined) {
    const control = await openControl(config.homeDir, { accounts, url: publicUrl });
    if (control === undefined)
      log.warn(
        `The path of ${config.homeDir} is too long: 'studio invite' works only while the studio is stopped.`,
      );
    else opened.use(control);
  }
  check.start();
  annotation.start();
  store.runs.warm();
  artifacts.resume();
  // 4 MB for the public set: made before the first client asks for it.
  setImmediate(() => dataset.listJson());
  const owned = opened.move();
  return {
    url: `${url}/`,
    firstAdmin: accounts && firstInvite(config, accounts, publicUrl),
    port,
    engine,
    dataset,
    store,
    host,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
