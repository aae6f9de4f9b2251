import type { ProjectReader } from './types.ts';

/** Documents kept: a version never changes, and reading one is most of the work of giving out an item. */
const KEPT = 100;

export function keptDocuments(projects: ProjectReader): ProjectReader {
  const schema = keeper((id: string, version: number) => projects.schema(id, version));
  const guidelines = keeper((id: string, version: number) => projects.guidelines(id, version));
  return { find: (id) => projects.find(id), schema, guidelines };
}

function keeper<T>(read: (id: string, version: number) => T): (id: string, version: number) => T {
  const kept = new Map<string, T>();
  return (id, version) => {
    const key = `${id} ${String(version)}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const found = read(id, version);
    if (kept.size >= KEPT) kept.clear();
    kept.set(key, found);
    return found;
  };
}
