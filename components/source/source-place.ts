import type { ScenarioCode } from '../../lib/contracts/evidence.ts';
import type { LineRange } from '../editor/index.ts';

type Route = ScenarioCode['routes'][number];

export interface SourcePlace {
  /** Null where a line alone is pointed to, or nothing. */
  readonly route: Route | null;
  /** Null: the top. */
  readonly range: LineRange | null;
}

/** Where the source is opened: at a line (a traceback's), at the chosen route, else at that of the step's tool. */
export function placeOf(
  source: ScenarioCode,
  wanted: { readonly line: string | null; readonly route: string | null; readonly tool: string | null },
): SourcePlace {
  const line = Number(wanted.line ?? Number.NaN);
  if (Number.isSafeInteger(line) && line >= 1 && line <= source.code.split('\n').length) {
    return { route: null, range: { from: line, to: line } };
  }
  const byTool = (tool: string | null): Route | undefined => source.routes.find((one) => one.tool === tool);
  const route = byTool(wanted.route) ?? byTool(wanted.tool) ?? null;
  if (route?.line === null || route?.line === undefined) return { route, range: null };
  return { route, range: { from: route.line, to: route.endLine ?? route.line } };
}
