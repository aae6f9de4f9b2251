import { parseArgs } from 'node:util';
import { PROJECT_DIR } from '../server/config.ts';
import { labelTraining } from './training/label.ts';
import { writeTrainingPack } from './training/pack.ts';
import { countBehaviours, playTraining } from './training/play.ts';

/** A planted training run to try the library of runs on: who looks at it knows what must be found. */

const HELP = `usage: node bench/training-run.ts pack DIR
       node bench/training-run.ts play --url http://127.0.0.1:8000 [--experiment grpo-1] [--checkpoints 11] [--group 16]
       node bench/training-run.ts label --url http://127.0.0.1:8000 [--experiment grpo-1] [--runs 40]

pack writes a pack whose scenario library_training has one weak verifier; serve it: bin/studio --data DIR/training-pack
play plays on it: a policy that learns the task, then drifts to three ways of pleasing the verifier.
label makes a project of it: three invented people label some of its runs, a second queue is left for you.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8000' },
    experiment: { type: 'string', default: 'grpo-1' },
    checkpoints: { type: 'string', default: '11' },
    group: { type: 'string', default: '16' },
    runs: { type: 'string', default: '40' },
    help: { type: 'boolean', default: false },
  },
});

const [command, dir = PROJECT_DIR] = positionals;
if (values.help || !['pack', 'play', 'label'].includes(command ?? '')) {
  process.stdout.write(`${HELP}\n`);
} else if (command === 'label') {
  const made = await labelTraining(values.url, values.experiment, Number(values.runs));
  process.stdout.write(
    `${String(made.labels)} labels.\nThe project: ${values.url}/web/annotate/projects/${made.project}/agreement\nTo label: ${values.url}/web/annotate/queues/${made.open}\n`,
  );
} else if (command === 'pack') {
  process.stdout.write(`${await writeTrainingPack(dir)}\n`);
} else {
  process.stderr.write(`Playing the experiment ${values.experiment} on ${values.url}\n`);
  const played = await playTraining(
    values.url,
    {
      experiment: values.experiment,
      checkpoints: Number(values.checkpoints),
      groupSize: Number(values.group),
    },
    sayProgress(),
  );
  const passed = played.filter(({ reward }) => reward === 1).length;
  process.stdout.write(
    `${JSON.stringify({ runs: played.length, passed, ...countBehaviours(played) }, null, 2)}\n`,
  );
}

/** On a terminal one line that changes, elsewhere one at each tenth; to stderr, so that stdout is the result alone. */
function sayProgress(): (played: number, all: number) => void {
  const { isTTY } = process.stderr;
  let said = 0;
  return (played, all) => {
    const tenths = Math.floor((10 * played) / all);
    const line = `${String(played)} of ${String(all)} runs played`;
    if (isTTY) process.stderr.write(`\r${line}${played === all ? '\n' : ''}`);
    else if (tenths > said) process.stderr.write(`${line}\n`);
    said = tenths;
  };
}
