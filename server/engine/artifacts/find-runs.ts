import { shownName, type SourceFile } from './source.ts';

/** What a source holds, by the names of its files. */
export type Candidate =
  /** An export of a studio. */
  | { readonly kind: 'studio'; readonly name: string; readonly files: StudioFiles }
  /** A session folder, whole or in part. */
  | { readonly kind: 'session'; readonly name: string; readonly files: SessionFiles }
  /** JSON by itself: a trajectory, or a log of tool calls. */
  | { readonly kind: 'json'; readonly name: string; readonly file: SourceFile }
  /** A run, or a log, a line. */
  | { readonly kind: 'jsonl'; readonly name: string; readonly file: SourceFile }
  | { readonly kind: 'zip'; readonly name: string; readonly file: SourceFile }
  | { readonly kind: 'other'; readonly name: string; readonly why: string };

export interface StudioFiles {
  readonly head: SourceFile;
  readonly steps: SourceFile | undefined;
  readonly states: SourceFile | undefined;
  /** The others beside it, by name. */
  readonly beside: ReadonlyMap<string, SourceFile>;
}

export interface SessionFiles {
  readonly trajectory: SourceFile | undefined;
  readonly final: SourceFile | undefined;
  readonly initial: SourceFile | undefined;
  readonly code: SourceFile | undefined;
  readonly log: SourceFile | undefined;
  /** Journals that SQLite left, which hold what the databases lack. */
  readonly journals: readonly SourceFile[];
  /** Why a database is not taken: two in its place. */
  readonly unclear: readonly string[];
}

export const STUDIO_HEAD = 'studio.json';
export const STUDIO_STEPS = 'studio-steps.jsonl';
export const STUDIO_STATES = 'studio-states.bin';

function split(path: string): { dir: string; base: string } {
  const at = path.lastIndexOf('/');
  return { dir: path.slice(0, Math.max(at, 0)), base: path.slice(at + 1) };
}

/** In the order of their names. */
export function findRuns(files: readonly SourceFile[]): Candidate[] {
  const folders = new Map<string, Map<string, SourceFile>>();
  for (const file of files) {
    const { dir, base } = split(file.path);
    const folder = folders.get(dir) ?? new Map<string, SourceFile>();
    folder.set(base, file);
    folders.set(dir, folder);
  }
  const found: Candidate[] = [];
  for (const [dir, folder] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1)))
    found.push(...inFolder(dir, folder));
  return found;
}

const JOURNAL = /\.db-(?:wal|journal)$/;
const OWN = /^(?:trajectory\.json|server\.py|server\.log)$|\.db(?:-wal|-journal|-shm)?$/;

function inFolder(dir: string, folder: ReadonlyMap<string, SourceFile>): Candidate[] {
  const name = shownName(dir === '' ? '.' : dir);
  const head = folder.get(STUDIO_HEAD);
  if (head !== undefined) {
    const [steps, states] = [folder.get(STUDIO_STEPS), folder.get(STUDIO_STATES)];
    return [{ kind: 'studio', name, files: { head, steps, states, beside: folder } }];
  }
  const rest = [...folder].filter(([base]) => !OWN.test(base));
  const isSession =
    rest.length < folder.size && [...folder.keys()].some((base) => /^trajectory\.json$|\.db$/.test(base));
  const found: Candidate[] = isSession ? [{ kind: 'session', name, files: sessionFiles(folder) }] : [];
  for (const [base, file] of isSession ? rest : folder) found.push(single(base, file));
  return found;
}

function single(base: string, file: SourceFile): Candidate {
  const name = shownName(file.path);
  const lower = base.toLowerCase();
  if (lower.endsWith('.json')) return { kind: 'json', name, file };
  if (lower.endsWith('.jsonl') || lower.endsWith('.ndjson')) return { kind: 'jsonl', name, file };
  if (lower.endsWith('.zip')) return { kind: 'zip', name, file };
  return { kind: 'other', name, why: 'It is no file that runs are made of.' };
}

function sessionFiles(folder: ReadonlyMap<string, SourceFile>): SessionFiles {
  const databases = [...folder].filter(([base]) => base.endsWith('.db'));
  const initial = databases.filter(([base]) => base.endsWith('_initial.db'));
  const final = databases.filter(([base]) => !base.endsWith('_initial.db'));
  const unclear = [
    ...(initial.length > 1 ? ['The folder has more than one initial database: none was taken.'] : []),
    ...(final.length > 1 ? ['The folder has more than one database: none was taken as the final one.'] : []),
  ];
  return {
    trajectory: folder.get('trajectory.json'),
    final: final.length === 1 ? final[0]?.[1] : undefined,
    initial: initial.length === 1 ? initial[0]?.[1] : undefined,
    code: folder.get('server.py'),
    log: folder.get('server.log'),
    journals: [...folder].filter(([base]) => JOURNAL.test(base)).map(([, file]) => file),
    unclear,
  };
}
