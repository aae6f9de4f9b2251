import type { MessageKey } from '../messages/index.ts';

/**
 * Where an action lives. `global` may meet all others at once; lists, comparisons, labelling and adjudication stand alone,
 * but for the workbench, which has a list; the others may be on one screen.
 */
export type KeyScope =
  'global' | 'list' | 'session' | 'run' | 'compare' | 'form' | 'workbench' | 'label' | 'adjudicate';

export type KeyGroup = 'act' | 'move' | 'anywhere';

interface KeySpec {
  /**
   * Default keys, each a stroke or a sequence of strokes with spaces between (`g g`). A stroke is `KeyboardEvent.key` with
   * modifiers before it: `mod+` (⌘ or Ctrl), `alt+`, `shift+` (named keys only: a capital letter says it by itself).
   */
  readonly keys: readonly string[];
  readonly scope: KeyScope;
  readonly group: KeyGroup;
  readonly label: MessageKey;
  /** Also while typing; only for strokes that type nothing. */
  readonly whileTyping?: true;
  /** A key that is held down goes on. */
  readonly repeats?: true;
}

/** Every key of the studio. Each of these actions is also in reach without a key. */
export const KEYS = {
  palette: {
    keys: ['mod+k'],
    scope: 'global',
    group: 'anywhere',
    label: 'keys.palette',
    whileTyping: true,
  },
  help: { keys: ['?', 'F1'], scope: 'global', group: 'anywhere', label: 'keys.help' },
  search: { keys: ['/', 'F3'], scope: 'global', group: 'act', label: 'keys.search' },

  'list.next': { keys: ['j'], scope: 'list', group: 'move', label: 'keys.nextRow', repeats: true },
  'list.previous': { keys: ['k'], scope: 'list', group: 'move', label: 'keys.previousRow', repeats: true },
  'list.first': { keys: ['g g'], scope: 'list', group: 'move', label: 'keys.firstRow' },
  'list.last': { keys: ['G'], scope: 'list', group: 'move', label: 'keys.lastRow' },
  'list.peek': { keys: ['Space'], scope: 'list', group: 'act', label: 'keys.peek' },
  'list.select': { keys: ['x'], scope: 'list', group: 'act', label: 'keys.selectRow' },
  'list.extendNext': { keys: ['J'], scope: 'list', group: 'act', label: 'keys.extendNext', repeats: true },
  'list.extendPrevious': {
    keys: ['K'],
    scope: 'list',
    group: 'act',
    label: 'keys.extendPrevious',
    repeats: true,
  },
  'list.clear': { keys: ['Escape'], scope: 'list', group: 'act', label: 'keys.clearSelection' },
  'list.compare': { keys: ['c'], scope: 'list', group: 'act', label: 'keys.compare' },
  'list.reverify': { keys: ['v'], scope: 'list', group: 'act', label: 'keys.reverify' },
  'list.export': { keys: ['e'], scope: 'list', group: 'act', label: 'keys.export' },
  'list.verifier': { keys: ['w'], scope: 'list', group: 'act', label: 'keys.verifier' },
  'outcome.reference': { keys: ['m'], scope: 'list', group: 'act', label: 'keys.markReference' },
  'status.ok': { keys: ['1', 's o'], scope: 'list', group: 'act', label: 'keys.statusOk' },
  'status.suspect': { keys: ['2', 's u'], scope: 'list', group: 'act', label: 'keys.statusSuspect' },
  'status.quarantined': { keys: ['3', 's q'], scope: 'list', group: 'act', label: 'keys.statusQuarantined' },
  'status.fixed': { keys: ['4', 's f'], scope: 'list', group: 'act', label: 'keys.statusFixed' },
  'list.open': { keys: ['Enter'], scope: 'list', group: 'act', label: 'keys.openRow' },

  'step.next': {
    keys: ['j', 'ArrowRight'],
    scope: 'session',
    group: 'move',
    label: 'keys.nextStep',
    repeats: true,
  },
  'step.previous': {
    keys: ['k', 'ArrowLeft'],
    scope: 'session',
    group: 'move',
    label: 'keys.previousStep',
    repeats: true,
  },
  'step.first': { keys: ['g g', 'Home'], scope: 'session', group: 'move', label: 'keys.firstStep' },
  'step.last': { keys: ['G', 'End'], scope: 'session', group: 'move', label: 'keys.lastStep' },
  back: { keys: ['Escape'], scope: 'session', group: 'move', label: 'keys.back' },
  'pane.next': {
    keys: [']', 'F6'],
    scope: 'session',
    group: 'move',
    label: 'keys.nextPane',
    whileTyping: true,
  },
  'pane.previous': {
    keys: ['[', 'shift+F6'],
    scope: 'session',
    group: 'move',
    label: 'keys.previousPane',
    whileTyping: true,
  },
  'step.peek': { keys: ['Space'], scope: 'session', group: 'act', label: 'keys.peek' },
  'step.message': { keys: ['m'], scope: 'session', group: 'move', label: 'keys.message' },
  recent: { keys: ['r'], scope: 'session', group: 'act', label: 'keys.recent' },
  verify: { keys: ['V'], scope: 'session', group: 'act', label: 'keys.verify' },
  'tab.verify': { keys: ['v'], scope: 'session', group: 'move', label: 'keys.verifyTab' },
  focus: { keys: ['f'], scope: 'session', group: 'anywhere', label: 'keys.focus' },

  'run.next': { keys: ['J'], scope: 'run', group: 'move', label: 'keys.nextRun' },
  'run.previous': { keys: ['K'], scope: 'run', group: 'move', label: 'keys.previousRun' },
  'run.compare': { keys: ['c'], scope: 'run', group: 'act', label: 'keys.compareRun' },
  'run.verifier': { keys: ['w'], scope: 'run', group: 'act', label: 'keys.runVerifier' },
  'run.fix': { keys: ['z'], scope: 'run', group: 'act', label: 'keys.sendToFix' },
  'run.notes': { keys: ['l'], scope: 'run', group: 'act', label: 'keys.runNotes' },

  'compare.divergence': { keys: ['d'], scope: 'compare', group: 'move', label: 'keys.divergence' },
  'compare.align': { keys: ['a'], scope: 'compare', group: 'act', label: 'keys.alignBy' },
  'compare.clear': { keys: ['Escape'], scope: 'compare', group: 'act', label: 'keys.clearPair' },
  'verifier.save': {
    keys: ['mod+s'],
    scope: 'workbench',
    group: 'act',
    label: 'keys.saveVerifier',
    whileTyping: true,
  },
  'verifier.try': {
    keys: ['mod+Enter'],
    scope: 'workbench',
    group: 'act',
    label: 'keys.tryVerifier',
    whileTyping: true,
  },

  'label.next': {
    keys: ['j', 'ArrowDown'],
    scope: 'label',
    group: 'move',
    label: 'keys.nextStep',
    repeats: true,
  },
  'label.previous': {
    keys: ['k', 'ArrowUp'],
    scope: 'label',
    group: 'move',
    label: 'keys.previousStep',
    repeats: true,
  },
  'label.first': { keys: ['g g', 'Home'], scope: 'label', group: 'move', label: 'keys.firstOfSteps' },
  'label.last': { keys: ['G', 'End'], scope: 'label', group: 'move', label: 'keys.lastOfSteps' },
  'label.minus': { keys: ['a'], scope: 'label', group: 'act', label: 'keys.markMinus' },
  'label.zero': { keys: ['d'], scope: 'label', group: 'act', label: 'keys.markZero' },
  'label.plus': { keys: ['f'], scope: 'label', group: 'act', label: 'keys.markPlus' },
  'label.restMinus': { keys: ['A'], scope: 'label', group: 'act', label: 'keys.restMinus' },
  'label.restZero': { keys: ['D'], scope: 'label', group: 'act', label: 'keys.restZero' },
  'label.restPlus': { keys: ['F'], scope: 'label', group: 'act', label: 'keys.restPlus' },
  'label.unmark': { keys: ['u'], scope: 'label', group: 'act', label: 'keys.unmark' },
  'label.outcome1': { keys: ['1', 'o a'], scope: 'label', group: 'act', label: 'keys.outcome1' },
  'label.outcome2': { keys: ['2', 'o b'], scope: 'label', group: 'act', label: 'keys.outcome2' },
  'label.outcome3': { keys: ['3', 'o c'], scope: 'label', group: 'act', label: 'keys.outcome3' },
  'label.outcome4': { keys: ['4', 'o d'], scope: 'label', group: 'act', label: 'keys.outcome4' },
  'label.outcome5': { keys: ['5', 'o e'], scope: 'label', group: 'act', label: 'keys.outcome5' },
  'label.outcome6': { keys: ['6', 'o f'], scope: 'label', group: 'act', label: 'keys.outcome6' },
  'label.outcome7': { keys: ['7', 'o g'], scope: 'label', group: 'act', label: 'keys.outcome7' },
  'label.outcome8': { keys: ['8', 'o h'], scope: 'label', group: 'act', label: 'keys.outcome8' },
  'label.outcome9': { keys: ['9', 'o i'], scope: 'label', group: 'act', label: 'keys.outcome9' },
  'label.firstError': { keys: ['e'], scope: 'label', group: 'act', label: 'keys.firstError' },
  'label.noError': { keys: ['E'], scope: 'label', group: 'act', label: 'keys.noError' },
  'label.tag': { keys: ['t'], scope: 'label', group: 'act', label: 'keys.tag' },
  'label.confidence': { keys: ['c'], scope: 'label', group: 'act', label: 'keys.confidence' },
  'label.rationale': { keys: ['r'], scope: 'label', group: 'move', label: 'keys.rationale' },
  'label.flag': { keys: ['x'], scope: 'label', group: 'act', label: 'keys.flag' },
  'label.skip': { keys: ['s'], scope: 'label', group: 'act', label: 'keys.skipItem' },
  'label.inherit': { keys: ['i'], scope: 'label', group: 'act', label: 'keys.inherit' },
  'label.fix': { keys: ['z'], scope: 'label', group: 'act', label: 'keys.sendToFix' },
  'label.comment': { keys: ['m'], scope: 'label', group: 'act', label: 'keys.comment' },
  'label.request': { keys: ['q'], scope: 'label', group: 'act', label: 'keys.request' },
  'label.drawer': { keys: ['b'], scope: 'label', group: 'act', label: 'keys.drawer' },
  'label.guide': { keys: ['h'], scope: 'label', group: 'act', label: 'keys.guide' },
  'label.otherRun': { keys: ['w'], scope: 'label', group: 'move', label: 'keys.otherRun' },
  'label.leave': { keys: ['Escape'], scope: 'label', group: 'move', label: 'keys.leave', whileTyping: true },
  'label.paneNext': {
    keys: [']', 'F6'],
    scope: 'label',
    group: 'move',
    label: 'keys.nextPane',
    whileTyping: true,
  },
  'label.panePrevious': {
    keys: ['[', 'shift+F6'],
    scope: 'label',
    group: 'move',
    label: 'keys.previousPane',
    whileTyping: true,
  },
  'label.submit': {
    keys: ['mod+Enter'],
    scope: 'label',
    group: 'act',
    label: 'keys.submit',
    whileTyping: true,
  },
  'label.undo': { keys: ['mod+z'], scope: 'label', group: 'act', label: 'keys.undo', whileTyping: true },
  'label.redo': {
    keys: ['mod+Z', 'mod+y'],
    scope: 'label',
    group: 'act',
    label: 'keys.redo',
    whileTyping: true,
  },

  'adjudicate.next': {
    keys: ['j', 'ArrowDown'],
    scope: 'adjudicate',
    group: 'move',
    label: 'keys.rowNext',
    repeats: true,
  },
  'adjudicate.previous': {
    keys: ['k', 'ArrowUp'],
    scope: 'adjudicate',
    group: 'move',
    label: 'keys.rowPrevious',
    repeats: true,
  },
  'adjudicate.a': { keys: ['a'], scope: 'adjudicate', group: 'act', label: 'keys.chooseA' },
  'adjudicate.b': { keys: ['b'], scope: 'adjudicate', group: 'act', label: 'keys.chooseB' },
  'adjudicate.c': { keys: ['c'], scope: 'adjudicate', group: 'act', label: 'keys.chooseC' },
  'adjudicate.d': { keys: ['d'], scope: 'adjudicate', group: 'act', label: 'keys.chooseD' },
  'adjudicate.own': { keys: ['o'], scope: 'adjudicate', group: 'act', label: 'keys.chooseOwn' },
  'adjudicate.evidence': { keys: ['e'], scope: 'adjudicate', group: 'act', label: 'keys.evidence' },
  'adjudicate.guideline': { keys: ['g'], scope: 'adjudicate', group: 'move', label: 'keys.toGuideline' },
  'adjudicate.reason': { keys: ['r'], scope: 'adjudicate', group: 'move', label: 'keys.toReason' },
  'adjudicate.group': { keys: ['p'], scope: 'adjudicate', group: 'act', label: 'keys.applyGroup' },
  'adjudicate.reveal': { keys: ['v'], scope: 'adjudicate', group: 'act', label: 'keys.reveal' },
  'adjudicate.fix': { keys: ['z'], scope: 'adjudicate', group: 'act', label: 'keys.sendToFix' },
  'adjudicate.skip': { keys: ['s'], scope: 'adjudicate', group: 'act', label: 'keys.skipDisagreement' },
  'adjudicate.decide': {
    keys: ['mod+Enter'],
    scope: 'adjudicate',
    group: 'act',
    label: 'keys.decide',
    whileTyping: true,
  },

  call: { keys: ['mod+Enter'], scope: 'form', group: 'act', label: 'keys.call', whileTyping: true },
  'field.state': {
    keys: ['alt+ArrowRight'],
    scope: 'form',
    group: 'act',
    label: 'keys.fieldState',
    whileTyping: true,
  },
  'form.json': { keys: ['mod+j'], scope: 'form', group: 'act', label: 'keys.formJson', whileTyping: true },
} as const satisfies Readonly<Record<string, KeySpec>>;

export type KeyAction = keyof typeof KEYS;
export const KEY_ACTIONS = Object.keys(KEYS) as readonly KeyAction[];

export function specOf(action: KeyAction): KeySpec {
  return KEYS[action];
}

const ALONE: ReadonlySet<KeyScope> = new Set(['list', 'compare', 'label', 'adjudicate']);

/** Whether two actions can be waiting for keys at the same time. */
export function canMeet(a: KeyAction, b: KeyAction): boolean {
  const scopes = [KEYS[a].scope, KEYS[b].scope];
  if (scopes[0] === scopes[1] || scopes.includes('global')) return true;
  if (scopes.includes('workbench')) return scopes.includes('list');
  // A run's page walks along steps as a session's does, and has the form of a what-if.
  return scopes.every((scope) => !ALONE.has(scope));
}
