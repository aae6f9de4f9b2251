import type { LiveStep } from '../../lib/contracts/live.ts';
import type { ToolInfo } from '../../lib/contracts/rest.ts';

/** What calls of a tool do: read only, write, or not known before it was called. */
export type ToolEffect = 'read' | 'write' | 'unknown';

export interface ToolFacts {
  readonly tool: ToolInfo;
  readonly effect: ToolEffect;
  /** Calls in this episode. */
  readonly used: number;
  /** The resource that its path or name speaks of: `staking_positions`. */
  readonly group: string;
}

/** GET reads, unless a call was seen to write; of others, what their calls did is known. */
export function toolFacts(tools: readonly ToolInfo[], steps: readonly LiveStep[]): readonly ToolFacts[] {
  const used = new Map<string, number>();
  const wrote = new Set<string>();
  for (const step of steps) {
    if (step.kind !== 'call_tool' || step.toolName === null) continue;
    used.set(step.toolName, (used.get(step.toolName) ?? 0) + 1);
    if (step.wrote) wrote.add(step.toolName);
  }
  return tools.map((tool) => ({
    tool,
    effect: wrote.has(tool.name) ? 'write' : tool.method === 'GET' ? 'read' : 'unknown',
    used: used.get(tool.name) ?? 0,
    group: groupOf(tool),
  }));
}

/** May write: it did, or its method is not GET. */
export function mayWrite({ effect }: ToolFacts): boolean {
  return effect !== 'read';
}

/** Not part of what a path is about. */
const PREFIXES: ReadonlySet<string> = new Set(['api', 'rest', 'v1', 'v2', 'v3']);

export function groupOf(tool: ToolInfo): string {
  const parts = (tool.path ?? '').split('/').filter((part) => part !== '' && !part.startsWith('{'));
  const resource = parts.find((part) => !PREFIXES.has(part.toLowerCase()));
  if (resource !== undefined) return resource.replaceAll('-', '_');
  return tool.name.split('_').slice(1).join('_') || tool.name;
}

export interface ToolGroup {
  readonly name: string;
  readonly tools: readonly ToolFacts[];
}

/** In the order of their first tools. */
export function groupTools(facts: readonly ToolFacts[]): readonly ToolGroup[] {
  const groups = new Map<string, ToolFacts[]>();
  for (const one of facts) {
    const group = groups.get(one.group);
    if (group === undefined) groups.set(one.group, [one]);
    else group.push(one);
  }
  return [...groups].map(([name, tools]) => ({ name, tools }));
}

const MAX_PARTS = 3;
const MAX_LENGTH = 20;

/** A call's arguments in a few words: `wallet 2 · pool 3 · 12.0`. Empty where there is nothing short to say. */
export function argumentsInWords(argumentsJson: string): string {
  let args: unknown;
  try {
    args = JSON.parse(argumentsJson);
  } catch {
    return '';
  }
  if (typeof args !== 'object' || args === null) return '';
  const words = Object.entries(args).flatMap(([name, value]) => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
    const text = String(value);
    const short = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
    if (typeof value === 'string' && value !== '') return [short];
    return [`${name.replace(/_id$/, '').split('_').at(-1) ?? name} ${short}`];
  });
  return words.slice(0, MAX_PARTS).join(' · ');
}
