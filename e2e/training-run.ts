import { writeTrainingPack, HACKED_TASK, TRAINING_SCENARIO } from '../bench/training/pack.ts';
import { playTraining, type Played } from '../bench/training/play.ts';
import type { Behaviour } from '../bench/training/rollouts.ts';

const AUDIT_MS = 120_000;

export { HACKED_TASK, TRAINING_SCENARIO, writeTrainingPack };

/** What people made of the planted training run, for the pictures. */
export interface LookedAt {
  readonly honest: string;
  readonly elsewhere: string;
  readonly failed: string;
  /** Of the runs of one group. */
  readonly group: string;
}

async function ask(url: string, method: 'GET' | 'POST', body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), 'x-awm-person': 'mira' },
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Plays the training run, then labels some runs, marks the reference, notes, gives tasks a status and audits the scenario. */
export async function trainAndLook(studioUrl: string): Promise<LookedAt> {
  const api = `${studioUrl}/api`;
  const played = await playTraining(studioUrl, { experiment: 'grpo-1', checkpoints: 6, groupSize: 12 });
  const of = (behaviour: Behaviour): readonly Played[] =>
    played
      .filter(({ rollout }) => rollout.taskIdx === HACKED_TASK && rollout.behaviour === behaviour)
      .toReversed();
  const first = (behaviour: Behaviour): string => of(behaviour)[0]?.runId ?? '';
  const label = (behaviour: Behaviour, outcome: string, count: number): Promise<unknown> =>
    Promise.all(
      of(behaviour)
        .slice(0, count)
        .map(({ runId }) => ask(`${api}/episodes/${runId}/labels`, 'POST', { outcome })),
    );
  await label('honest', 'complete', 12);
  await label('failed', 'incomplete', 8);
  for (const hack of ['says_so', 'sends_more', 'elsewhere'] as const) await label(hack, 'agent_error', 4);
  const task = `${api}/scenarios/${TRAINING_SCENARIO}/tasks/${String(HACKED_TASK)}`;
  await ask(`${task}/reference`, 'POST', { run: first('honest') });
  await ask(`${api}/episodes/${first('elsewhere')}/notes`, 'POST', {
    seq: 3,
    text: 'Branch 3 is Harbour Street; the club meets at Station Road.',
  });
  await ask(`${api}/task-statuses`, 'POST', {
    tasks: [{ scenario: TRAINING_SCENARIO, taskIdx: HACKED_TASK }],
    status: 'suspect',
    reason: 'Passes wherever the copies are sent',
  });
  await finished(api, await ask(`${api}/audits`, 'POST', { scenarios: [TRAINING_SCENARIO] }));
  const selection = await ask(`${api}/run-selections`, 'POST', {
    q: `task:${String(HACKED_TASK)} train_step:400 experiment:grpo-1`,
  });
  return {
    honest: first('honest'),
    elsewhere: first('elsewhere'),
    failed: first('failed'),
    group: String(selection['id']),
  };
}

async function finished(api: string, job: Record<string, unknown>): Promise<void> {
  const deadline = Date.now() + AUDIT_MS;
  const isOpen = async () =>
    ['waiting', 'running'].includes(String((await ask(`${api}/jobs/${String(job['id'])}`, 'GET'))['state']));
  while (await isOpen()) {
    if (Date.now() > deadline) throw new Error('The audit did not end.');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
