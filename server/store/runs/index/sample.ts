import type { RunColumns } from './run-columns.ts';

export interface SampleRequest {
  readonly by: 'task' | 'end_state';
  readonly count: number;
  readonly seed: number;
}

/** `count` runs of each task, or of each end state of each task; the same seed takes the same ones of the same runs. */
export function sampleOf(columns: RunColumns, slots: readonly number[], request: SampleRequest): number[] {
  const { by, count, seed } = request;
  const [tasks, states, scenarios] = ['task', 'state', 'scenario'].map((name) => columns.values.get(name));
  const groups = new Map<string, { readonly slot: number; readonly draw: number }[]>();
  for (const slot of slots) {
    const task = `${scenarios?.at(slot)[0] ?? ''}\n${tasks?.at(slot)[0] ?? ''}`;
    const key = by === 'task' ? task : `${task}\n${states?.at(slot)[0] ?? ''}`;
    const draw = drawOf(columns.ids[slot] ?? '', seed);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{ slot, draw }]);
    else group.push({ slot, draw });
  }
  const taken = new Set<number>();
  for (const group of groups.values()) {
    group.sort((a, b) => a.draw - b.draw);
    for (const { slot } of group.slice(0, count)) taken.add(slot);
  }
  return slots.filter((slot) => taken.has(slot));
}

/** FNV-1a over the id, mixed: even small seeds give other samples. */
function drawOf(id: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return (hash ^ (hash >>> 16)) >>> 0;
}
