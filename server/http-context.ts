import packageJson from '../package.json' with { type: 'json' };
import type { People, Access, Accounts } from './access/index.ts';
import { createGrading } from './annotate/grading/index.ts';
import { createAdjudication, hideInHand, projectReader, runReader } from './annotate/adjudication/index.ts';
import { createTraining, type Annotation, type Blindness, type Looks } from './annotate/index.ts';
import { type Agreement } from './annotate/agreement/index.ts';
import { type Config } from './config.ts';
import type { Dataset } from './dataset/index.ts';
import { exportsOf } from './exports-of.ts';
import {
  type Artifacts,
  type Audits,
  type BackgroundCheck,
  type Branches,
  type Engine,
  type Evidence,
  type Jobs,
  type StateSearch,
  type Workbench,
  type Tasks,
} from './engine/index.ts';
import { type Host } from './host/index.ts';
import { type HttpContext } from './http/index.ts';
import type { Store } from './store/types.ts';

/** What HTTP handlers reach is put together of these. */
export interface Parts {
  readonly engine: Engine;
  readonly dataset: Dataset;
  readonly store: Store;
  readonly host: Host;
  readonly access: Access;
  readonly accounts: Accounts | undefined;
  readonly people: People;
  readonly check: BackgroundCheck;
  readonly evidence: Evidence;
  readonly branches: Branches;
  readonly audits: Audits;
  readonly jobs: Jobs;
  readonly workbench: Workbench;
  readonly artifacts: Artifacts;
  readonly tasks: Tasks;
  readonly stateSearch: StateSearch;
  readonly annotation: Annotation;
  readonly blindness: Blindness;
  readonly looks: Looks;
  readonly agreement: Agreement;
}

export function httpContext(config: Config, parts: Parts, warnings: readonly string[]): HttpContext {
  const {
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
    branches,
    workbench,
    tasks,
    stateSearch,
    annotation,
    blindness,
    looks,
    agreement,
  } = parts;
  const projects = projectReader(annotation.projects, (id) => annotation.queues.find(id));
  const adjudication = createAdjudication({
    records: annotation.records,
    shelf: store.adjudication,
    blindness,
    projects,
    runs: runReader(store, annotation.labelling.blindRuns),
    setDecided: (run, decision) => store.runs.setLabel(run, { ...decision, source: 'decision' }),
  });
  const hidden = hideInHand(
    blindness,
    (person) => store.adjudication.inHand(person),
    (alias, who) => adjudication.runOfItem(alias, who),
    (run) => store.runs.get(run),
  );
  const training = createTraining({
    store,
    tasks,
    engine,
    evidence,
    jobs,
    blindness: hidden,
    projects: annotation.projects,
    records: annotation.records,
    ...exportsOf(config, dataset),
  });
  return {
    access,
    people,
    accounts,
    blindness: hidden,
    looks,
    projects: annotation.projects,
    adjudication,
    grading: createGrading({
      records: annotation.records,
      projects,
      verdicts: store.verdictsOfRuns,
    }),
    training,
    queues: annotation.queues,
    labelling: annotation.labelling,
    agreement,
    engine,
    scenarios: {
      list: () => dataset.list(),
      find: (name) => dataset.find(name),
      packs: () => dataset.packs(),
      findings: (key) => check.findings(key),
    },
    episodes: store,
    states: store.states,
    evidence,
    branches,
    audits,
    jobs,
    workbench,
    artifacts,
    tasks,
    outcomes: store.outcomes,
    runs: store.runs,
    keeping: store.keeping,
    stateSearch,
    runtime: () => ({ report: host.report, stats: host.stats() }),
    config: {
      version: packageJson.version,
      publicUrl: config.publicUrl,
      saveVerifiers: config.saveVerifiers,
      maxSessions: config.maxSessions,
      maxIdleMs: config.maxIdleMs,
      toolTimeoutMs: config.toolTimeoutMs,
      readyTimeoutMs: config.readyTimeoutMs,
      verifierTimeoutMs: config.verifierTimeoutMs,
      warnings,
    },
  };
}
