import { createApp } from '../app.ts';
import { configHelp, loadConfig, processEnvironment } from '../config.ts';
import { createLog } from '../log.ts';

/** A stop that takes longer than this is cut off; 200 live sessions need less than 5 s. */
const STOP_DEADLINE_MS = 10_000;

/** Repeated signals change nothing: a terminal and a wrapper send one each, and the stop has a deadline of its own. */
function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });
}

/** `studio serve`: runs until it is told to stop. */
export async function serve(argv: readonly string[]): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(`studio serve [options]\n\n${configHelp()}\n`);
    return 0;
  }
  const config = loadConfig(argv, processEnvironment());
  const log = createLog(config.logLevel);
  const stop = untilSignal();
  const app = await createApp(config, log);
  const page = config.ui ? `${app.url}web/` : app.url;
  process.stdout.write(`AWM Studio serves ${page}  (OpenEnv: ${app.url.replace(/^http/, 'ws')}ws)\n`);
  if (app.firstAdmin !== undefined)
    process.stdout.write(
      `There is no admin yet. This link makes whoever opens it first one (24 hours, once):\n${app.firstAdmin}\n`,
    );
  const signal = await stop;
  log.debug({ signal }, 'stopping');
  const deadline = setTimeout(() => {
    log.error('stopping took too long; leaving');
    process.exit(1);
  }, STOP_DEADLINE_MS);
  await app[Symbol.asyncDispose]();
  clearTimeout(deadline);
  return 0;
}
