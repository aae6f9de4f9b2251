import type { Permission } from '../../lib/contracts/people.ts';
import type { RouteName } from '../../lib/contracts/rest.ts';

/**
 * What a route tells somebody who has runs to label and must not know how they ended:
 * open: nothing of them;
 * evidence: states and calls of one run (`:id`), which is what a label is made from; also by an assignment's id;
 * run: one run (`:id`), verdict and all: refused where it is hidden;
 * task: all runs of one task (`:key`, `:taskIdx`): refused where one of them is hidden;
 * session: a live session, whose episode may be hidden: the handler sees to it;
 * rows: many runs or tasks: the handler leaves hidden ones out (`request.blind`);
 * tasks: the same, of all tasks and whoever asks: from strangers it leaves out what anybody has still to label;
 * closed: too much to tell apart: refused while anything is hidden.
 */
export type Blind = 'open' | 'evidence' | 'run' | 'task' | 'session' | 'rows' | 'tasks' | 'closed';

export interface RouteAccess {
  readonly needs: Permission | 'anyone';
  readonly blind: Blind;
  /** Of `anyone`: whoever is known here by roles needs one of these. Absent: nothing. */
  readonly known?: readonly Permission[];
  /** The same for an API token; absent: as people. Empty: no token does it. */
  readonly token?: readonly Permission[];
}

const anyone = (blind: Blind): RouteAccess => ({ needs: 'anyone', blind });
/** An id is a stranger's key to change what stands in the library; roles say who else may. */
const library = (blind: Blind): RouteAccess => ({ needs: 'anyone', blind, known: ['write'] });
/** Acts without changing what is recorded of others: people may, a token only where it may write or label. */
const acts = (blind: Blind): RouteAccess => ({ needs: 'anyone', blind, token: ['write', 'label'] });
/** What people do about themselves, and no token for them. */
const oneself: RouteAccess = { needs: 'anyone', blind: 'open', token: [] };
const needs = (permission: Permission, blind: Blind): RouteAccess => ({ needs: permission, blind });

/**
 * Who may ask for what; a route that is added without a line does not compile. `anyone`: an id is the key (of a run, a session,
 * a job), or the handler asks who it is.
 */
export const ROUTE_ACCESS: Readonly<Record<RouteName, RouteAccess>> = {
  // Scenarios as they stand in their packs, and the server itself.
  listScenarios: anyone('tasks'),
  getScenario: anyone('tasks'),
  getScenarioTools: anyone('open'),
  getSource: anyone('open'),
  getScenarioTables: anyone('open'),
  getScenarioRows: anyone('open'),
  health: anyone('open'),

  // People: what concerns oneself asks who one is in its handler.
  whoami: anyone('open'),
  lookAtInvite: anyone('open'),
  useInvite: oneself,
  startSignIn: oneself,
  claimSignIn: oneself,
  signOut: oneself,
  listSignIns: anyone('open'),
  endSignIn: oneself,
  listProfiles: anyone('open'),
  listTokens: anyone('open'),
  createToken: oneself,
  revokeToken: oneself,
  listPeople: needs('lead', 'open'),
  setPerson: needs('admin', 'open'),
  saveProfile: needs('admin', 'open'),
  removeProfile: needs('admin', 'open'),
  listInvites: needs('admin', 'open'),
  createInvite: needs('admin', 'open'),
  revokeInvite: needs('admin', 'open'),
  listAccessLog: needs('admin', 'open'),

  // Live sessions: an id is the key to one.
  createSession: acts('session'),
  listSessions: anyone('session'),
  getSession: anyone('session'),
  getSessionTools: anyone('session'),
  resetSession: acts('session'),
  stepSession: acts('session'),
  cancelSession: acts('session'),
  controlSession: acts('session'),
  closeSession: acts('session'),

  // What a state holds: no verdict is in it. Takes an assignment’s id for its run’s.
  getChanges: anyone('evidence'),
  getTables: anyone('evidence'),
  getTableRows: anyone('evidence'),
  getRowHistory: anyone('evidence'),
  getCell: anyone('evidence'),
  runSql: anyone('evidence'),
  getStepLog: anyone('evidence'),

  // One run: an id is the key to it.
  getEpisode: anyone('run'),
  getEpisodeSteps: anyone('run'),
  getVerdicts: anyone('run'),
  getVerdict: anyone('run'),
  getRun: anyone('run'),
  listLabels: anyone('run'),
  listNotes: anyone('run'),
  getReplay: anyone('run'),
  getLineage: anyone('run'),
  exportEpisode: anyone('run'),
  getMessages: anyone('run'),
  getRunOutcome: anyone('run'),
  setLabel: library('run'),
  addNote: library('run'),
  removeNote: library('run'),
  forkEpisode: acts('run'),
  tryWhatIf: acts('run'),
  attachMessages: library('run'),

  // Queues. What an annotator gets of them is blind in itself.
  listMyQueues: needs('label', 'open'),
  nextItem: needs('label', 'open'),
  listMySubmissions: needs('label', 'open'),
  getAssignment: needs('label', 'open'),
  saveDraft: needs('label', 'open'),
  renewReservation: needs('label', 'open'),
  submitLabel: needs('label', 'open'),
  skipItem: needs('label', 'open'),
  reopenItem: needs('label', 'open'),
  undoSubmit: needs('label', 'open'),
  revealItem: needs('label', 'open'),
  addComment: needs('label', 'open'),
  removeComment: needs('label', 'open'),
  listQueues: needs('analyse', 'open'),
  getQueue: needs('analyse', 'open'),
  listQueueItems: needs('analyse', 'rows'),
  createQueue: needs('lead', 'open'),
  changeQueue: needs('lead', 'open'),
  previewQueueRuns: needs('lead', 'open'),
  addQueueRuns: needs('lead', 'open'),
  // Counts pairs of named runs, and nothing of how they ended.
  makePairQueue: needs('lead', 'open'),
  addQueuePairs: needs('lead', 'open'),
  removeQueueItems: needs('lead', 'open'),
  setQueueMembers: needs('lead', 'open'),
  releaseReservation: needs('lead', 'rows'),
  retryOnboarding: needs('lead', 'open'),
  makeRelabelQueue: needs('lead', 'open'),
  setGold: needs('lead', 'rows'),
  returnLabel: needs('adjudicate', 'rows'),

  // Many runs.
  listEpisodes: anyone('rows'),
  getPaths: anyone('rows'),
  getStateDifference: anyone('rows'),
  listRuns: needs('read', 'rows'),
  getRunFacets: needs('read', 'rows'),
  getRunCurves: needs('read', 'rows'),
  getRunRevision: needs('read', 'rows'),
  selectRuns: needs('read', 'rows'),
  getSelection: needs('read', 'rows'),
  listSelectedTasks: needs('read', 'rows'),
  listSelected: needs('read', 'rows'),
  exportRuns: needs('read', 'rows'),
  searchStates: needs('read', 'rows'),
  listViews: needs('read', 'rows'),
  exportSelection: needs('read', 'rows'),
  getGroupTree: anyone('rows'),
  setRun: library('rows'),
  pinRuns: needs('write', 'rows'),
  saveView: needs('write', 'rows'),
  removeView: needs('write', 'rows'),
  replayRuns: library('rows'),
  reverify: needs('write', 'rows'),
  previewDeletion: needs('write', 'rows'),
  deleteRuns: needs('write', 'rows'),
  listDeletions: needs('write', 'rows'),
  undoDeletion: needs('write', 'rows'),

  // Of a task: what is said of all its runs.
  getTaskDetail: anyone('task'),
  getTaskHistory: anyone('task'),
  getTaskVerifier: anyone('task'),
  getVersionCode: anyone('task'),
  exportPatch: anyone('task'),
  saveVersion: library('task'),
  useVersion: library('task'),
  getOutcomes: needs('read', 'task'),
  getOutcome: needs('read', 'task'),
  checkVerifier: needs('read', 'task'),
  markReference: needs('write', 'task'),
  tryVerifier: needs('write', 'task'),

  // Of all tasks.
  getTaskStats: anyone('tasks'),
  listTaskStatuses: anyone('tasks'),
  exportTaskStatuses: needs('read', 'rows'),
  listVerifiers: needs('read', 'rows'),
  getAuditSummary: needs('read', 'rows'),
  listAuditFindings: needs('read', 'rows'),
  exportAuditFindings: needs('read', 'rows'),
  setTaskStatuses: needs('write', 'rows'),
  importTaskStatuses: needs('write', 'rows'),

  // Jobs and tries, each of runs of its own.
  getJobReport: anyone('rows'),
  getTryRows: needs('read', 'rows'),
  getTryDetail: needs('read', 'rows'),
  exportCorrections: needs('read', 'rows'),
  listJobs: needs('read', 'rows'),
  getJob: anyone('rows'),
  getBaseline: needs('read', 'rows'),
  exportBaseline: needs('read', 'rows'),
  // Counts runs of an experiment, hidden ones too: the difference would tell whose a hidden run is.
  getKeeping: needs('read', 'closed'),
  lookAtHeldOut: needs('write', 'rows'),
  cancelJob: library('rows'),
  startUpload: needs('write', 'open'),
  uploadFile: needs('write', 'open'),
  runImport: needs('write', 'open'),
  dropUpload: needs('write', 'open'),
  pullEpisodes: needs('write', 'open'),
  startAudit: needs('write', 'open'),
  acceptFindings: needs('write', 'open'),
  importBaseline: needs('write', 'open'),
  tryKeeping: needs('write', 'closed'),
  setKeeping: needs('admin', 'open'),

  // Projects of annotation: what is asked, by which rules.
  listProjects: needs('label', 'open'),
  getProject: needs('label', 'open'),
  listProjectVersions: needs('label', 'open'),
  getSchemaVersion: needs('label', 'open'),
  getGuidelinesVersion: needs('label', 'open'),
  listItemLabels: needs('lead', 'rows'),
  getSchemaEffects: needs('lead', 'open'),
  createProject: needs('lead', 'open'),
  updateProject: needs('lead', 'open'),
  saveSchema: needs('lead', 'open'),
  saveGuidelines: needs('lead', 'open'),

  // What annotators said of runs that whoever asks has still to label is left out.
  getAgreement: needs('analyse', 'rows'),
  getAgreementBy: needs('analyse', 'rows'),
  getConfusion: needs('analyse', 'rows'),
  listRated: needs('analyse', 'rows'),
  getDrift: needs('analyse', 'rows'),
  getProgress: needs('analyse', 'open'),

  // Adjudication: names, times and verdicts of an item are told only once it is decided or revealed.
  listDisagreements: needs('adjudicate', 'rows'),
  getDisagreementFigures: needs('adjudicate', 'rows'),
  confirmAgreed: needs('adjudicate', 'rows'),
  getDisagreement: needs('adjudicate', 'rows'),
  holdDisagreement: needs('adjudicate', 'rows'),
  saveDecisionDraft: needs('adjudicate', 'rows'),
  decideDisagreement: needs('adjudicate', 'rows'),
  skipDisagreement: needs('adjudicate', 'rows'),
  giveBackDisagreements: needs('adjudicate', 'rows'),
  revealDisagreement: needs('adjudicate', 'rows'),
  reopenDisagreement: needs('adjudicate', 'rows'),
  listProposals: needs('adjudicate', 'open'),
  answerProposal: needs('lead', 'open'),
  getGrading: needs('analyse', 'closed'),
  exportGrading: needs('analyse', 'closed'),
  // Pairs, fixes and exports of labels: runs that the asker must not know of are left out. An export that is there may hold any.
  previewPairs: needs('analyse', 'rows'),
  makePairSet: needs('analyse', 'rows'),
  listPairSets: needs('analyse', 'open'),
  getPairSet: needs('analyse', 'rows'),
  removePairSet: needs('analyse', 'open'),
  listFixQueues: needs('label', 'open'),
  sendToFix: needs('label', 'open'),
  startFix: needs('label', 'open'),
  listFixAttempts: needs('label', 'open'),
  chooseFix: needs('label', 'open'),
  listFixes: needs('analyse', 'rows'),
  previewDataset: needs('analyse', 'rows'),
  makeDataset: needs('analyse', 'rows'),
  listDatasets: needs('analyse', 'open'),
  getDataset: needs('analyse', 'open'),
  downloadDataset: needs('analyse', 'closed'),
  downloadDatasetFile: needs('analyse', 'closed'),
  pushDataset: needs('analyse', 'closed'),
  removeDataset: needs('analyse', 'open'),
};
