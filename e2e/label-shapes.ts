import type { LabelDoc } from '../lib/contracts/annotation/label-doc.ts';

type Value = -1 | 0 | 1;
type Mark = LabelDoc['steps'][string];

/** A way to label a run by keys alone. */
export interface LabelShape {
  readonly name: string;
  /** Keys where that many steps are open; a text that is typed is one action. */
  readonly keys: (open: number) => readonly (string | { readonly text: string })[];
  /** The mark that the open step at an index of so many has then. */
  readonly mark: (at: number, open: number) => Mark;
  readonly firstError: 'proposed from the marks' | 'chosen at the first step' | 'none';
  /** What else is said. */
  readonly label: Partial<LabelDoc>;
}

const own = (value: Value): Mark => ({ value, by: 'own' });
const bulk = (value: Value): Mark => ({ value, by: 'bulk' });
const times = (count: number, key: string) => Array.from({ length: count }, () => key);
/** Where it goes wrong half way: so many steps are right before it. */
const middle = (open: number) => Math.floor((open - 1) / 2);

/** With the ready schema, whose outcomes and tags the keys are. */
export const LABEL_SHAPES: readonly LabelShape[] = [
  {
    name: 'each step marked as right, no error',
    keys: (open) => [...times(open, 'f'), '1', 'c', 'Shift+E'],
    mark: () => own(1),
    firstError: 'none',
    label: { outcome: 'complete', confidence: 'high' },
  },
  {
    name: 'wrong from the middle on, the rest marked at once, a tag',
    keys: (open) => [...times(middle(open), 'f'), 'a', 'Shift+D', '2', 't', 'm', 'c'],
    mark: (at, open) => (at < middle(open) ? own(1) : at === middle(open) ? own(-1) : bulk(0)),
    firstError: 'proposed from the marks',
    label: {
      outcome: 'incomplete',
      confidence: 'high',
      tags: [{ value: 'missed_constraint', severity: 'major' }],
    },
  },
  {
    name: 'wrong at the end, with a reason, submitted from within the text',
    keys: (open) => [...times(open - 1, 'f'), 'a', '2', 'r', { text: 'It says more than was done.' }],
    mark: (at, open) => own(at === open - 1 ? -1 : 1),
    firstError: 'proposed from the marks',
    label: { outcome: 'incomplete', rationale: 'It says more than was done.' },
  },
  {
    name: 'all marked at once, the first error chosen, flagged',
    keys: () => ['Shift+F', 'Shift+G', 'g', 'g', 'e', '3', 'x'],
    mark: () => bulk(1),
    firstError: 'chosen at the first step',
    label: { outcome: 'agent_error', flagged: true },
  },
  {
    name: 'each step neutral, a tag',
    keys: (open) => [...times(open, 'd'), '4', 't', 'b'],
    mark: () => own(0),
    firstError: 'proposed from the marks',
    label: { outcome: 'server_error', tags: [{ value: 'broken_tool', severity: 'major' }] },
  },
];
