import { join, resolve } from 'node:path';
import { connect } from '../../lib/openenv-client/index.ts';
import { importOverUrl } from '../../server/cli/import-url.ts';
import { startStudio } from './servers.ts';

/** The starter pack. */
export const PACK = resolve(import.meta.dirname, '../../scenarios');
export const KEPT_SCENARIO = 'city_library';
export const KEPT_CALLS = 12;
/** Every third call makes a list, from the first on; this one is the last. */
export const LAST_WRITE = 10;
const AT_ONCE = 4;

/** Plays runs on a server of its own with that home and has it keep their session folders. */
export async function keepFolders(homeDir: string, count: number): Promise<void> {
  await using studio = await startStudio({ dataDir: PACK, homeDir });
  let left = count;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      await using client = await connect(studio.url);
      while (left > 0) {
        const run = left--;
        await client.reset({ scenario: KEPT_SCENARIO, task_idx: run % 5 });
        for (let call = 1; call <= KEPT_CALLS; call++) {
          if (call % 3 === 1) await client.callTool('create_reading_list', { name: nameOf(call, run) });
          else await client.callTool('get_member', { member_id: 1 + ((run + call) % 5) });
        }
        await client.verify();
        await client.done({ keepSession: true });
      }
    }),
  );
}

/** What a run's call names its list; `run` absent: what the names of all runs begin with. */
export function nameOf(call: number, run?: number): string {
  return `List of call ${String(call)}, run ${run === undefined ? '' : String(run)}`;
}

/** Sends the folders that are kept in a home to a server. @returns the runs' ids */
export async function importKept(url: string, homeDir: string): Promise<readonly string[]> {
  const runs: string[] = [];
  await importOverUrl(
    { url, paths: [join(homeDir, 'sessions')], defaults: {}, reconstruct: true },
    {
      signal: new AbortController().signal,
      lines: [],
      total: () => undefined,
      now: () => undefined,
      line: ({ run, outcome, subject, message }) => {
        if (typeof run === 'string') runs.push(run);
        if (outcome === 'failed') console.error(`${subject}: ${message}`);
      },
      end: () => undefined,
    },
  );
  return runs;
}
