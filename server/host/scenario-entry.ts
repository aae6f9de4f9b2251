import { existsSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScenarioSource } from '../dataset/types.ts';
import { AppError } from '../../lib/contracts/errors.ts';
import type { SlotQueue, Priority } from './slot-queue.ts';
import { within } from './deadline.ts';
import { discard } from './discard.ts';
import { LearnedCache, toKnowledge, type Knowledge, type TemplateMeta } from './learned-cache.ts';
import { builtReport, parseJson, type BuiltReport, type Learned } from './messages.ts';
import type { RootProcess } from './root-process.ts';
import { Template } from './template.ts';
import type { LogicalClock } from './types.ts';

/** A template whose seed reads the clock is made anew when older than this: meanwhile it serves on … */
const STALE_AFTER_MS = 60_000;
/** … unless it is older than this. */
const EXPIRED_AFTER_MS = 5 * 60_000;
const WARM_DEADLINE_MS = 30_000;
const MAX_CLOCKED_TEMPLATES = 8;

/** What an entry needs of the host. */
export interface EntryContext {
  readonly root: () => Promise<RootProcess>;
  readonly runtime: string;
  readonly queue: SlotQueue;
  readonly cacheDir: string;
  /** For scratch and template folders of this process; removed with it. */
  readonly workRoot: string;
  readonly sessionsDir: string;
  readonly buildDeadlineMs: number;
  readonly nextName: () => string;
  readonly onZygote: (entry: ScenarioEntry) => void;
}

interface Zygote {
  readonly name: string;
  readonly root: RootProcess;
  readonly scratch: string;
  /** Inode of the sessions' folder that it may write to. */
  readonly sessionsInode: number | undefined;
}

interface Build {
  readonly report: BuiltReport;
  readonly outDir: string;
}

/** One version (hash) of one scenario: its knowledge, template databases and zygote. */
export class ScenarioEntry {
  readonly source: ScenarioSource;
  readonly sessionsDir: string;
  knowledge: Knowledge | undefined;
  zygote: Zygote | undefined;
  /** Sessions, and those who wait until it is prepared. */
  users = 0;
  lastUsedMs = Date.now();
  pssKib = 0;
  readonly #context: EntryContext;
  readonly #cache: LearnedCache;
  #template: Template | undefined;
  readonly #clocked = new Map<string, Template>();
  readonly #clockedBuilds = new Map<string, Promise<Template>>();
  #building: Promise<unknown> | undefined;
  #refreshing: Promise<Template> | undefined;
  #restored: Promise<void> | undefined;
  #routesWarm: Zygote | undefined;

  constructor(source: ScenarioSource, context: EntryContext) {
    this.source = source;
    this.#context = context;
    this.#cache = new LearnedCache(context.cacheDir, source.hash, context.runtime);
    this.sessionsDir = join(context.sessionsDir, source.key);
  }

  get warm(): boolean {
    return this.zygote !== undefined;
  }

  /** Nothing of it runs or is being built. */
  get cold(): boolean {
    const builds = [this.#building, this.#refreshing].filter((build) => build !== undefined);
    const busy = builds.length + this.#clockedBuilds.size > 0;
    return !this.warm && !busy && this.users === 0;
  }

  /** The template that a session starts from now. @throws AppError scenario_broken, runtime_failed, deadline_exceeded */
  async template(priority: Priority, clock: LogicalClock | undefined): Promise<Template> {
    this.lastUsedMs = Date.now();
    this.#restored ??= this.#restore();
    await this.#restored;
    await this.#heal();
    if (clock !== undefined) return this.#clockedTemplate(priority, clock);
    const template = this.#template;
    if (template !== undefined && this.knowledge !== undefined) {
      const age = template.readsClock ? Date.now() - template.builtAtMs : 0;
      if (age < STALE_AFTER_MS) {
        if (!this.warm) this.#warmLater(priority);
        return template;
      }
      if (age < EXPIRED_AFTER_MS && this.warm) {
        void this.#refresh('background').catch(() => undefined);
        return template;
      }
      if (this.warm) return this.#refresh(priority);
    }
    await this.ensureZygote(priority);
    // None where its files were taken away while the process that was to use it started.
    return this.#template ?? this.#refresh(priority);
  }

  /** @throws AppError scenario_broken, runtime_failed, deadline_exceeded */
  async ensureZygote(priority: Priority): Promise<Zygote> {
    this.lastUsedMs = Date.now();
    // It is there before all that its build tells is taken in.
    if (this.zygote === undefined || this.#building !== undefined) {
      this.#building ??= this.#buildZygote(priority).finally(() => {
        this.#building = undefined;
      });
      await this.#building;
    }
    if (this.zygote === undefined)
      throw new AppError('runtime_failed', `The process of ${this.source.key} has ended.`);
    return this.zygote;
  }

  /** Has the zygote run its read-only routes, so that sessions' first calls are quick. */
  async warmRoutes(): Promise<void> {
    const { zygote } = this;
    if (zygote === undefined || this.#routesWarm === zygote) return;
    this.#routesWarm = zygote;
    const warmed = zygote.root.request({ op: 'warm', zygote: zygote.name });
    await within(warmed, WARM_DEADLINE_MS, `Warming ${this.source.key}`).catch(() => undefined);
  }

  /** The zygote's end, wanted or not. */
  forgetZygote(): void {
    const { zygote } = this;
    this.zygote = undefined;
    if (zygote !== undefined) discard(zygote.scratch);
  }

  /** Ends the zygote and gives up the templates; those in use stay until they are released. */
  async retire(): Promise<void> {
    const { zygote } = this;
    this.forgetZygote();
    if (zygote !== undefined)
      await zygote.root.order({ op: 'retire', zygote: zygote.name }).catch(() => undefined);
  }

  async dispose(): Promise<void> {
    const retired = this.retire();
    this.#template?.retire();
    this.#template = undefined;
    for (const template of this.#clocked.values()) template.retire();
    this.#clocked.clear();
    await retired;
  }

  /** Drops what the disk cache holds of it. */
  forgetLearned(): Promise<void> {
    return this.#cache.clear();
  }

  /** Who cleans up a home under a running server takes files that we hold on to: they are made again. */
  async #heal(): Promise<void> {
    if (this.#template?.isWhole === false) {
      this.#template.retire();
      this.#template = undefined;
      await this.retire();
    }
    for (const [key, template] of this.#clocked) {
      if (template.isWhole) continue;
      this.#clocked.delete(key);
      template.retire();
    }
    const { zygote } = this;
    if (zygote !== undefined && inodeOf(this.sessionsDir) !== zygote.sessionsInode) await this.retire();
  }

  #warmLater(priority: Priority): void {
    this.ensureZygote(priority).catch(() => undefined);
  }

  async #restore(): Promise<void> {
    const raw = await this.#cache.readLearned();
    if (raw === undefined) return;
    try {
      this.knowledge = toKnowledge(raw);
    } catch {
      // The cache's file is damaged: the next build learns again.
      return;
    }
    // Of our own: whoever clears the cache, perhaps another server, takes nothing from those that use it.
    const dir = join(this.#context.workRoot, `t-${this.#context.nextName()}`);
    const cached = await this.#cache.linkTemplate(dir);
    if (cached !== undefined) this.#template = new Template(cached, dir);
  }

  async #buildZygote(priority: Priority): Promise<void> {
    await this.#context.queue.run(priority, async () => {
      if (this.zygote !== undefined) return;
      const current = this.#template;
      const reuse = current !== undefined && !this.#expired(current) ? current : undefined;
      reuse?.hold();
      try {
        await this.#buildFrom(reuse);
      } finally {
        reuse?.release();
      }
      this.#context.onZygote(this);
    });
  }

  async #buildFrom(reuse: Template | undefined): Promise<void> {
    const name = this.#context.nextName();
    const root = await this.#context.root();
    const scratch = await this.#scratch(name);
    try {
      const build = await this.#build(root, name, scratch, {
        stay: true,
        template: reuse?.templateDb ?? null,
      });
      this.zygote = { name, root, scratch, sessionsInode: inodeOf(this.sessionsDir) };
      await this.#learn(build);
      if (reuse === undefined) this.#adopt(build);
      else await rm(build.outDir, { recursive: true, force: true });
    } catch (error) {
      if (this.zygote !== undefined) await this.retire();
      else await rm(scratch, { recursive: true, force: true });
      throw error;
    }
  }

  #expired(template: Template): boolean {
    return template.readsClock && Date.now() - template.builtAtMs >= STALE_AFTER_MS;
  }

  async #learn(build: Build): Promise<void> {
    const { learned } = build.report;
    if (learned !== undefined) {
      this.knowledge = this.#understood(learned);
      // What the disk does not take, or somebody clears meanwhile, is learned again by the next process.
      await this.#cache.write(learned, build.outDir).catch(() => undefined);
    }
    if (this.knowledge === undefined)
      throw new AppError('runtime_failed', 'The build told nothing of the tools.');
  }

  /** The report is the untrusted module's to forge. @throws AppError scenario_broken */
  #understood(raw: Learned): Knowledge {
    try {
      return toKnowledge(raw);
    } catch (cause) {
      throw new AppError(
        'scenario_broken',
        `The build of ${this.source.key} reported nonsense as its tools.`,
        {
          cause,
        },
      );
    }
  }

  #adopt(build: Build): Template {
    const files = {
      initialDb: join(build.outDir, 'initial.db'),
      templateDb: join(build.outDir, 'template.db'),
    };
    const { seedErrors, readsClock, moduleWrites, timings } = build.report;
    const meta: TemplateMeta = { version: 1, seedErrors, readsClock, moduleWrites };
    const template = new Template({ ...meta, ...files }, build.outDir, timings);
    if (!readsClock) void this.#cache.writeTemplate(meta, files).catch(() => undefined);
    this.#template?.retire();
    this.#template = template;
    return template;
  }

  /** A new template beside the zygote, which need not be made again. */
  #refresh(priority: Priority): Promise<Template> {
    this.#refreshing ??= this.#context.queue
      .run(priority, async () => this.#adopt(await this.#buildOnly(undefined)))
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  async #clockedTemplate(priority: Priority, clock: LogicalClock): Promise<Template> {
    if (this.knowledge === undefined) await this.ensureZygote(priority);
    const key = `${String(clock.startMs)}/${String(clock.tickMs)}`;
    const known = this.#clocked.get(key);
    if (known !== undefined) {
      this.#clocked.delete(key);
      this.#clocked.set(key, known);
      if (!this.warm) this.#warmLater(priority);
      return known;
    }
    // Many replays of one run reset at once: they share one build.
    let building = this.#clockedBuilds.get(key);
    if (building === undefined) {
      building = this.#buildClocked(priority, clock, key).finally(() => this.#clockedBuilds.delete(key));
      this.#clockedBuilds.set(key, building);
    }
    const template = await building;
    if (!this.warm) this.#warmLater(priority);
    return template;
  }

  async #buildClocked(priority: Priority, clock: LogicalClock, key: string): Promise<Template> {
    const template = await this.#context.queue.run(priority, async () => {
      const build = await this.#buildOnly(clock);
      const { seedErrors, readsClock, moduleWrites, timings } = build.report;
      return new Template(
        {
          version: 1,
          seedErrors,
          readsClock,
          moduleWrites,
          initialDb: join(build.outDir, 'initial.db'),
          templateDb: join(build.outDir, 'template.db'),
        },
        build.outDir,
        timings,
      );
    });
    this.#clocked.set(key, template);
    for (const [oldest, old] of this.#clocked) {
      if (this.#clocked.size <= MAX_CLOCKED_TEMPLATES) break;
      this.#clocked.delete(oldest);
      old.retire();
    }
    return template;
  }

  async #buildOnly(clock: LogicalClock | undefined): Promise<Build> {
    const name = this.#context.nextName();
    const root = await this.#context.root();
    const scratch = await this.#scratch(name);
    try {
      return await this.#build(root, name, scratch, { stay: false, template: null, clock });
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  async #scratch(name: string): Promise<string> {
    const scratch = join(this.#context.workRoot, `z-${name}`);
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    await mkdir(this.sessionsDir, { recursive: true, mode: 0o700 });
    return scratch;
  }

  async #build(
    root: RootProcess,
    name: string,
    scratch: string,
    options: { stay: boolean; template: string | null; clock?: LogicalClock | undefined },
  ): Promise<Build> {
    const outDir = join(this.#context.workRoot, `t-${name}`);
    await mkdir(outDir, { recursive: true, mode: 0o700 });
    const known = this.knowledge !== undefined && existsSync(this.#cache.learnedPath);
    const { code, tables, seed } = this.source;
    const answer = root.request(
      {
        op: 'prepare',
        zygote: name,
        name: this.source.key,
        scratch,
        out: outDir,
        sessionsDir: this.sessionsDir,
        readOnly: [this.#cache.dir, ...(options.template === null ? [] : [options.template])],
        learned: known ? this.#cache.learnedPath : null,
        code: known ? this.#cache.codePath : null,
        template: options.template,
        clock: options.clock ?? null,
        stay: options.stay,
      },
      Buffer.from(JSON.stringify({ code, tables, seed })),
    );
    try {
      const built = await within(answer, this.#context.buildDeadlineMs, `Building ${this.source.key}`);
      const report = builtReport.safeParse(parseJson(built.body));
      if (!report.success)
        throw new AppError(
          'scenario_broken',
          `The build of ${this.source.key} reported nonsense: ${report.error.message}`,
        );
      return { report: report.data, outDir };
    } catch (error) {
      await root.order({ op: 'retire', zygote: name }).catch(() => undefined);
      await rm(outDir, { recursive: true, force: true });
      throw error;
    }
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
