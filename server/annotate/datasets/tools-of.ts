import { AppError } from '../../../lib/contracts/errors.ts';
import type { ExportContext } from './export-context.ts';

/** A scenario's tools as JSON text; '' where it is not served any more or does not run. Asked once a scenario. */
export function createToolsOf({ deps, signal }: ExportContext): (scenario: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (scenario) => {
    const kept = known.get(scenario) ?? (await read(scenario));
    known.set(scenario, kept);
    return kept;
  };

  async function read(scenario: string): Promise<string> {
    try {
      const { tools } = await deps.engine.prepare(scenario, signal);
      return JSON.stringify(
        tools.map(({ name, description, inputSchema }) => ({
          type: 'function',
          function: { name, description, parameters: inputSchema },
        })),
      );
    } catch (error) {
      if (error instanceof AppError && !(signal?.aborted ?? false)) return '';
      throw error;
    }
  }
}
