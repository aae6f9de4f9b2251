import { AppError } from '../../../lib/contracts/errors.ts';
import type { ExportContext } from './export-context.ts';

/** A scenario's tools as JSON text; null where it is not served any more or does not run. Asked once a scenario. */
export function createToolsOf({ deps, signal }: ExportContext): (scenario: string) => Promise<string | null> {
  const known = new Map<string, string | null>();
  return async (scenario) => {
    const kept = known.get(scenario);
    if (kept !== undefined) return kept;
    const tools = await read(scenario);
    known.set(scenario, tools);
    return tools;
  };

  async function read(scenario: string): Promise<string | null> {
    try {
      const { tools } = await deps.engine.prepare(scenario, signal);
      return JSON.stringify(
        tools.map(({ name, description, inputSchema }) => ({
          type: 'function',
          function: { name, description, parameters: inputSchema },
        })),
      );
    } catch (error) {
      if (error instanceof AppError && !(signal?.aborted ?? false)) return null;
      throw error;
    }
  }
}
