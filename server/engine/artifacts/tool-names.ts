import type { ScenarioSource } from '../../dataset/types.ts';
import type { Host } from '../../host/types.ts';

/** A scenario that does not come up in this time is exported without the names. */
const DEADLINE_MS = 20_000;

/** Asks the host for the names of a scenario's tools; each scenario once. */
export function toolNamesOf(
  host: Pick<Host, 'prepare'>,
): (scenario: ScenarioSource) => Promise<readonly string[] | undefined> {
  const known = new Map<string, Promise<readonly string[] | undefined>>();
  return (scenario) => {
    const found = known.get(scenario.hash) ?? ask(host, scenario);
    known.set(scenario.hash, found);
    return found;
  };
}

async function ask(
  host: Pick<Host, 'prepare'>,
  scenario: ScenarioSource,
): Promise<readonly string[] | undefined> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const prepared = await host.prepare(scenario, { signal, priority: 'background' });
    prepared.release();
    return prepared.tools.map(({ name }) => name);
  } catch {
    // It does not run here; the run can be exported all the same.
    return undefined;
  }
}
