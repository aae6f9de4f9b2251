import { playAgentRun } from './agent-runs.ts';
import { goldOf } from './gold.ts';

interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** What the lead of these tests does, as `curl` would. */
export function annotationPost<T>(
  studioUrl: string,
  path: string,
  body: unknown,
  person = 'lena',
): Promise<T> {
  return send<T>('POST', studioUrl, path, body, person);
}

export function annotationPut<T>(studioUrl: string, path: string, body: unknown): Promise<T> {
  return send<T>('PUT', studioUrl, path, body, 'lena');
}

export function annotationGet<T>(studioUrl: string, path: string, person: string): Promise<T> {
  return send<T>('GET', studioUrl, path, undefined, person);
}

export function annotationPatch<T>(studioUrl: string, path: string, body: unknown): Promise<T> {
  return send<T>('PATCH', studioUrl, path, body, 'lena');
}

interface QueueItem {
  readonly id: string;
  readonly assignments: readonly {
    readonly id: string;
    readonly name: string;
    readonly state: string;
    readonly reservedUntilMs: number | null;
  }[];
}

export async function queueItems(studioUrl: string, queue: string): Promise<readonly QueueItem[]> {
  const { items } = await annotationGet<{ readonly items: readonly QueueItem[] }>(
    studioUrl,
    `queues/${queue}/items`,
    'lena',
  );
  return items;
}

async function send<T>(
  method: string,
  studioUrl: string,
  path: string,
  body: unknown,
  person: string,
): Promise<T> {
  const response = await fetch(`${studioUrl}/api/annotation/${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-awm-person': person },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${path}: ${String(response.status)} ${JSON.stringify(answer)}`);
  return answer as T;
}

/** Solves a task of the starter pack as its gold does; `before` are calls that lead nowhere. Its id. */
export function playGold(
  studioUrl: string,
  scenario: string,
  taskIdx: number,
  before: readonly Call[] = [],
  answer = 'It is done.',
): Promise<string> {
  const { calls, final_answer: said } = goldOf(scenario, taskIdx);
  return playAgentRun(studioUrl, {
    scenario,
    taskIdx,
    calls: [...before, ...calls],
    finalAnswer: said ?? answer,
  });
}

interface QueueOptions {
  /** None: it begins empty. */
  readonly runs?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly kind?: string;
  /** Of the ready schema and guidelines. */
  readonly language?: 'en' | 'zh';
}

/** A queue of a new project with the ready schema, open to who asks for an item. Its id. */
export async function makeLabelQueue(
  studioUrl: string,
  name: string,
  options: QueueOptions,
): Promise<string> {
  const { runs = [], settings = {}, kind = 'label', language = 'en' } = options;
  const project = await annotationPost<{ readonly id: string }>(studioUrl, 'projects', {
    name: `${name} ${String(Date.now())}`,
    language,
  });
  const queue = await annotationPost<{ readonly id: string }>(studioUrl, 'queues', {
    project: project.id,
    name,
    kind,
    source: runs.length === 0 ? null : { from: 'runs', target: { ids: runs } },
    settings,
    everyone: true,
  });
  return queue.id;
}
