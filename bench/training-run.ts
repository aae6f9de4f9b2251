import { parseArgs } from 'node:util';
import { PROJECT_DIR } from '../server/config.ts';
import { writeTrainingPack } from './training/pack.ts';
import { countBehaviours, playTraining } from './training/play.ts';

/** A planted training run to try the library of runs on: who looks at it knows what must be found. */

const HELP = `usage: node bench/training-run.ts pack DIR
       node bench/training-run.ts play --url http://127.0.0.1:8000 [--experiment grpo-1] [--checkpoints 11] [--group 16]

pack writes a pack whose scenario library_training has one weak verifier; serve it: bin/studio --data DIR/training-pack
play plays on it: a policy that learns the task, then drifts to three ways of pleasing the verifier.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8000' },
    experiment: { type: 'string', default: 'grpo-1' },
    checkpoints: { type: 'string', default: '11' },
    group: { type: 'string', default: '16' },
    help: { type: 'boolean', default: false },
  },
});

const [command, dir = PROJECT_DIR] = positionals;
if (values.help || (command !== 'pack' && command !== 'play')) {
  process.stdout.write(`${HELP}\n`);
} else if (command === 'pack') {
  process.stdout.write(`${await writeTrainingPack(dir)}\n`);
} else {
  const played = await playTraining(values.url, {
    experiment: values.experiment,
    checkpoints: Number(values.checkpoints),
    groupSize: Number(values.group),
  });
  const passed = played.filter(({ reward }) => reward === 1).length;
  process.stdout.write(
    `${JSON.stringify({ runs: played.length, passed, ...countBehaviours(played) }, null, 2)}\n`,
  );
}
