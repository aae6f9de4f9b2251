import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { learned, toolList, type Learned } from './messages.ts';
import type { Operation, Tool } from './types.ts';

/** What a scenario's build taught us, as the rest of the host uses it. */
export interface Knowledge {
  readonly raw: Learned;
  readonly tools: readonly Tool[];
  readonly operations: ReadonlyMap<string, Operation>;
  readonly stateful: boolean;
}

export function toKnowledge(raw: Learned): Knowledge {
  const tools = toolList.parse(JSON.parse(raw.toolsJson));
  return {
    raw,
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: tool.input_schema,
    })),
    operations: new Map(
      Object.entries(raw.operations).map(([name, { method, path, line, endLine }]) => [
        name,
        {
          method: method.toUpperCase(),
          path,
          ...(line !== null && { line }),
          ...(endLine !== null && { endLine }),
        },
      ]),
    ),
    stateful: raw.findings.some((finding) => finding.code === 'mutable_state'),
  };
}

const templateMeta = z.object({
  version: z.literal(1),
  seedErrors: z.array(z.object({ table: z.string(), statement: z.string(), message: z.string() })),
  readsClock: z.boolean(),
  moduleWrites: z.boolean(),
});
export type TemplateMeta = z.infer<typeof templateMeta>;

export interface CachedTemplate extends TemplateMeta {
  readonly initialDb: string;
  readonly templateDb: string;
}

/** One scenario's folder of the disk cache: learned.json, code.marshal and, where no clock is read, template/. */
export class LearnedCache {
  readonly dir: string;

  /** `runtime` names everything besides the inputs that decides what is learned. */
  constructor(cacheDir: string, inputHash: string, runtime: string) {
    this.dir = join(cacheDir, createHash('sha256').update(`${inputHash}\n${runtime}`).digest('hex'));
  }

  get learnedPath(): string {
    return join(this.dir, 'learned.json');
  }

  get codePath(): string {
    return join(this.dir, 'code.marshal');
  }

  async readLearned(): Promise<Learned | undefined> {
    return readJson(this.learnedPath, learned);
  }

  /** The template's files, linked into the folder `to`, which is made; none where the cache has no whole one. */
  async linkTemplate(to: string): Promise<CachedTemplate | undefined> {
    const dir = join(this.dir, 'template');
    const meta = await readJson(join(dir, 'meta.json'), templateMeta);
    if (meta === undefined) return undefined;
    const files = { initialDb: join(to, 'initial.db'), templateDb: join(to, 'template.db') };
    try {
      await mkdir(to, { mode: 0o700 });
      await link(join(dir, 'initial.db'), files.initialDb);
      await link(join(dir, 'template.db'), files.templateDb);
      return { ...meta, ...files };
    } catch {
      await rm(to, { recursive: true, force: true });
      return undefined;
    }
  }

  async write(value: Learned, builtDir: string): Promise<void> {
    await mkdir(this.dir, { recursive: true, mode: 0o700 });
    await copyFile(join(builtDir, 'code.marshal'), this.codePath).catch(() => undefined);
    await writeAtomically(this.learnedPath, JSON.stringify(value));
  }

  async writeTemplate(meta: TemplateMeta, built: { initialDb: string; templateDb: string }): Promise<void> {
    const target = join(this.dir, 'template');
    const temporary = besides(target);
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    await copyFile(built.initialDb, join(temporary, 'initial.db'), constants.COPYFILE_FICLONE);
    await copyFile(built.templateDb, join(temporary, 'template.db'), constants.COPYFILE_FICLONE);
    await writeFile(join(temporary, 'meta.json'), JSON.stringify(meta));
    // Another process of ours may have been first; its template is as good.
    await rename(temporary, target).catch(() => rm(temporary, { recursive: true, force: true }));
  }

  async clear(): Promise<void> {
    // Again where a build that ends just now writes one more file.
    await rm(this.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    const parsed = schema.safeParse(JSON.parse(await readFile(path, 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = besides(path);
  await writeFile(temporary, text, { mode: 0o600 });
  await rename(temporary, path);
}

/** Nobody else's name: two versions of an entry, or two servers, write the same file at once. */
function besides(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}`;
}
