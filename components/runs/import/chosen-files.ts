/** A file to be imported, with its path within what was chosen. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
}

/** More are not read from a dropped folder: an import takes no more. */
const MAX_READ = 100_000;

/** Of a file picker; a folder's files keep their paths in it. */
export function chosenFiles(list: FileList | readonly File[]): readonly ChosenFile[] {
  return [...list].map((file) => ({
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
    file,
  }));
}

/** Files of a drop, folders with all that is in them. Must be called while the drop event is handled. */
export async function droppedFiles(data: DataTransfer): Promise<readonly ChosenFile[]> {
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  // The items are gone after the event; their entries stay.
  const entries = items.map((item) => item.webkitGetAsEntry());
  const plain = items.map((item) => item.getAsFile());
  const files: ChosenFile[] = [];
  for (const [index, entry] of entries.entries()) {
    const file = plain[index];
    if (entry !== null) await readEntry(entry, files);
    else if (file !== null && file !== undefined) files.push({ path: file.name, file });
  }
  return files;
}

async function readEntry(entry: FileSystemEntry, into: ChosenFile[]): Promise<void> {
  if (into.length >= MAX_READ) return;
  const path = entry.fullPath.replace(/^\//, '');
  if (isFile(entry)) {
    into.push({ path, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) });
  } else if (isDirectory(entry)) {
    const reader = entry.createReader();
    for (;;) {
      // Browsers give a folder's entries in parts of a hundred or so; an empty part ends it.
      const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (part.length === 0) break;
      for (const child of part) await readEntry(child, into);
    }
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** Files that systems leave in folders and nobody means. */
const LITTER = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX\/.*)$/;

/** What was chosen before and now, each path once, without litter. */
export function mergeFiles(before: readonly ChosenFile[], now: readonly ChosenFile[]): readonly ChosenFile[] {
  const byPath = new Map(before.map((file) => [file.path, file]));
  for (const file of now) if (!LITTER.test(file.path)) byPath.set(file.path, file);
  return [...byPath.values()];
}
