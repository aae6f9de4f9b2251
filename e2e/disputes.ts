import { playAgentRun, TRANSFERS } from './agent-runs.ts';

/** Runs that two people labelled and see differently. */
export interface Disputes {
  readonly project: string;
  readonly queue: string;
  /** The first two differ in the same way, the third in another; of the fourth both say the same. */
  readonly runs: readonly string[];
}

type Post = <T>(path: string, body: unknown, person: string) => Promise<T>;

function poster(studioUrl: string): Post {
  return async <T>(path: string, body: unknown, person: string) => {
    const response = await fetch(`${studioUrl}/api/annotation/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-awm-person': person },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer as T;
  };
}

interface Item {
  readonly id: string;
  readonly draft: { readonly revision: number };
  readonly run: { readonly finalAnswer: string | null };
}

/** Third calls to different branches, so that no two runs are the same. */
const BRANCHES = [1, 2, 3, 4];

const GOOD = { outcome: 'complete', steps: { 3: { value: 1, by: 'own' } }, firstError: 'none' };
const BAD = {
  outcome: 'incomplete',
  steps: { 3: { value: -1, by: 'own' } },
  firstError: { seq: 3, proposed: false },
  tags: [{ value: 'missed_constraint', severity: 'major' }],
  rationale: 'It went to the wrong branch.',
};

function says(person: string, answer: string): Readonly<Record<string, unknown>> {
  if (answer === 'run 4') return { outcome: 'complete' };
  if (answer === 'run 3')
    return { outcome: 'complete', steps: { 2: { value: person === 'ann' ? 0 : -1, by: 'own' } } };
  return person === 'ann' ? GOOD : BAD;
}

export async function makeDisputes(studioUrl: string): Promise<Disputes> {
  const post = poster(studioUrl);
  const runs: string[] = [];
  for (const [index, branch] of BRANCHES.entries())
    runs.push(
      await playAgentRun(studioUrl, {
        scenario: 'city_library',
        taskIdx: 4,
        calls: [...TRANSFERS.look, TRANSFERS.send(['HIL-00016'], branch)],
        finalAnswer: `run ${String(index + 1)}`,
      }),
    );
  const { id: project } = await post<{ id: string }>('projects', { name: 'Transfers' }, 'lena');
  const members = ['ann', 'ben'].map((name) => ({ person: `local:${name}`, name }));
  const { id: queue } = await post<{ id: string }>(
    'queues',
    {
      project,
      name: 'Overlap 2',
      source: { from: 'runs', target: { ids: runs } },
      settings: { overlap: 2 },
      members,
    },
    'lena',
  );
  for (const person of ['ann', 'ben']) await labelAll(post, queue, person, (answer) => says(person, answer));
  return { project, queue, runs };
}

type Says = (finalAnswer: string) => Readonly<Record<string, unknown>>;

/** Labels all that a person gets of a queue. */
async function labelAll(post: Post, queue: string, person: string, say: Says): Promise<void> {
  let { assignment } = await post<{ assignment: Item | null }>(`queues/${queue}/next`, {}, person);
  while (assignment !== null) {
    const { id, draft, run } = assignment;
    const body = {
      baseRevision: draft.revision,
      doc: { confidence: 'high', ...say(run.finalAnswer ?? '') },
      activeMs: 1_000,
      key: `submit-${id}`,
    };
    const answer = await post<{ next: { assignment: Item | null } }>(
      `assignments/${id}/submit`,
      body,
      person,
    );
    assignment = answer.next.assignment;
  }
}

/** A project of its own, in which the same people say of the same runs what is given here. */
export async function makeVotes(
  studioUrl: string,
  name: string,
  runs: readonly string[],
  votes: Readonly<Record<string, Says>>,
): Promise<string> {
  const post = poster(studioUrl);
  const { id: project } = await post<{ id: string }>('projects', { name }, 'lena');
  const people = Object.entries(votes);
  const { id: queue } = await post<{ id: string }>(
    'queues',
    {
      project,
      name,
      source: { from: 'runs', target: { ids: runs } },
      settings: { overlap: people.length },
      members: people.map(([person]) => ({ person: `local:${person}`, name: person })),
    },
    'lena',
  );
  for (const [person, say] of people) await labelAll(post, queue, person, say);
  return project;
}
