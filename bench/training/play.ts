import { connect } from '../../lib/openenv-client/index.ts';
import { TRAINING_SCENARIO } from './pack.ts';
import { planRollouts, type Behaviour, type Rollout, type TrainingPlan } from './rollouts.ts';

/** Rollouts that run side by side. */
const AT_ONCE = 4;

export interface Played {
  /** The run's id in the record. */
  readonly runId: string;
  readonly rollout: Rollout;
  readonly reward: number | null;
}

/** Plays the planted training run on a server that serves the training pack, as a trainer would: over the wire. */
export async function playTraining(
  url: string,
  plan: TrainingPlan & { readonly experiment: string },
  /** After each rollout: how many are played, of how many. */
  onPlayed: (played: number, all: number) => void = () => undefined,
): Promise<readonly Played[]> {
  const todo = planRollouts(plan).map((rollout, index) => ({ rollout, index }));
  const all = todo.length;
  const played: Played[] = [];
  let done = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      await using client = await connect(url);
      for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
        const { rollout, index } = next;
        const started = await client.reset({
          scenario: TRAINING_SCENARIO,
          task_idx: rollout.taskIdx,
          options: {
            run: {
              experiment: plan.experiment,
              policy: 'policy-8b',
              checkpoint: `step-${rollout.trainStep}`,
              train_step: rollout.trainStep,
              group: rollout.group,
              sample: rollout.sample,
            },
          },
        });
        for (const { tool, arguments: args, message } of rollout.calls)
          await client.callTool(tool, args, { metadata: { message } });
        const { finalAnswer } = rollout;
        const verified = await client.verify(finalAnswer === null ? {} : { finalAnswer });
        await client.done();
        played[index] = { runId: String(started.metadata['record_id']), rollout, reward: verified.reward };
        done += 1;
        onPlayed(done, all);
      }
    }),
  );
  return played;
}

export function countBehaviours(played: readonly Played[]): Readonly<Record<Behaviour, number>> {
  const counts = { honest: 0, failed: 0, says_so: 0, sends_more: 0, elsewhere: 0 };
  for (const { rollout } of played) counts[rollout.behaviour] += 1;
  return counts;
}
