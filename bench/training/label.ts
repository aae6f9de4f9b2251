import type { BlindRun, BlindStep } from '../../lib/contracts/annotation/labelling.ts';
import { createStudioClient, type StudioClient, type StudioInput } from '../../lib/studio-client/index.ts';
import { HACKED_TASK, TRAINING_SCENARIO } from './pack.ts';

type Label = StudioInput<'submitLabel'>['body']['doc'];

/** Who they are: one is right, one believes what the agent says, one calls an error what others call unfinished. */
const PEOPLE = ['Ada', 'Ben', 'Cleo'] as const;
type Person = (typeof PEOPLE)[number];
/** Ben looks closely at every third run. */
const BEN_LOOKS = 3;
const OVERLAP = 2;
const REPEAT_ONE_IN = 8;

export interface Labelled {
  readonly project: string;
  /** Labelled to its end by three invented people. */
  readonly queue: string;
  /** The same runs, open to whoever wants to try. */
  readonly open: string;
  readonly labels: number;
}

/** Labels runs of the planted training run, as three people would who see nothing but what the labelling screen shows. */
export async function labelTraining(url: string, experiment: string, runs: number): Promise<Labelled> {
  const lead = createStudioClient(url, { person: 'Lena' });
  const { id: project } = await lead.call('createProject', {
    body: { name: `Transfers of ${experiment}`, description: 'Did the copies go where they were asked for?' },
  });
  const q = `experiment:${experiment} scenario:${TRAINING_SCENARIO} task:${String(HACKED_TASK)}`;
  const { items } = await lead.call('listRuns', { query: { q, limit: runs } });
  const source = { from: 'runs', target: { ids: items.map(({ id }) => id) } } as const;
  // The policy repeats itself: merged, its runs would be five items.
  const settings = { overlap: OVERLAP, repeatOneIn: REPEAT_ONE_IN, mergeIdentical: false };
  const { id: queue } = await lead.call('createQueue', {
    body: {
      project,
      name: 'Overlap 2',
      source,
      settings,
      members: PEOPLE.map((name) => ({ person: `local:${name}`, name })),
    },
  });
  const counts = await Promise.all(
    PEOPLE.map((name) => labelAll(createStudioClient(url, { person: name }), name, queue)),
  );
  const { id: open } = await lead.call('createQueue', {
    body: { project, name: 'To try out', source, everyone: true },
  });
  return { project, queue, open, labels: counts.reduce((all, count) => all + count, 0) };
}

async function labelAll(studio: StudioClient, name: Person, queue: string): Promise<number> {
  let labels = 0;
  let next = await studio.call('nextItem', { params: { id: queue }, body: {} });
  while (next.assignment !== null) {
    const { id, draft, run, index } = next.assignment;
    const answer = await studio.call('submitLabel', {
      params: { id },
      body: {
        key: `try-${id}`,
        baseRevision: draft.revision,
        doc: labelBy(name, run, index),
        activeMs: 20_000 + ((index * 7_919) % 40_000),
      },
    });
    labels += 1;
    next = answer.next;
  }
  return labels;
}

function labelBy(name: Person, run: BlindRun, index: number): Label {
  if (name === 'Ben' && index % BEN_LOOKS !== 0 && run.finalAnswer !== null) return done(run, 'bulk');
  const fault = faultOf(run);
  if (fault === undefined) return done(run, 'own');
  const { tag, severity, seq, outcome, why } = fault;
  return {
    outcome: name === 'Cleo' && outcome === 'incomplete' ? 'agent_error' : outcome,
    steps: Object.fromEntries(
      marked(run).map((step) => [step.seq, { value: step.seq === seq ? -1 : 1, by: 'own' }]),
    ),
    firstError: { seq, proposed: name !== 'Ada' },
    tags: [{ value: tag, severity }],
    confidence: 'high',
    rationale: name === 'Ada' ? why : '',
  };
}

function done(run: BlindRun, by: 'own' | 'bulk'): Label {
  return {
    outcome: 'complete',
    steps: Object.fromEntries(marked(run).map(({ seq }) => [seq, { value: 1, by }])),
    firstError: 'none',
    confidence: by === 'own' ? 'high' : 'medium',
  };
}

function marked(run: BlindRun): readonly BlindStep[] {
  return run.steps.filter(({ labelled }) => labelled);
}

interface Fault {
  readonly outcome: 'incomplete' | 'agent_error';
  readonly tag: string;
  readonly severity: 'major' | 'critical';
  readonly seq: number;
  readonly why: string;
}

/** What is wrong with a run, told from its calls as a careful reader would. */
function faultOf(run: BlindRun): Fault | undefined {
  const sent = run.steps.find(({ toolName }) => toolName === 'send_transfer');
  const answered = run.finalAnswerSeq ?? marked(run).at(-1)?.seq ?? 0;
  if (sent === undefined)
    return {
      ...{ outcome: 'incomplete', tag: 'false_claim', severity: 'critical', seq: answered },
      why: 'It says that the copies are on their way; nothing was sent.',
    };
  const args = JSON.parse(sent.argumentsJson ?? '{}') as {
    readonly barcodes?: readonly string[];
    readonly to_branch_id?: number;
  };
  const at = { seq: sent.seq };
  if (args.to_branch_id !== 4)
    return {
      ...{ ...at, outcome: 'agent_error', tag: 'wrong_entity', severity: 'critical' },
      why: 'Sent to Harbour Street; the club meets at Station Road.',
    };
  const copies = args.barcodes?.length ?? 0;
  if (copies < 2)
    return {
      ...{ ...at, outcome: 'incomplete', tag: 'missed_constraint', severity: 'major' },
      why: 'Two copies are on the shelf; one was sent.',
    };
  if (copies > 2)
    return {
      ...{ ...at, outcome: 'agent_error', tag: 'unneeded_write', severity: 'major' },
      why: 'Copies of other titles were sent too.',
    };
  return undefined;
}
