import { createHash } from 'node:crypto';
import { isObject } from './read-json.ts';
import { parseLossless } from '../../../lib/util/lossless-json.ts';
import { without } from '../../../lib/util/without.ts';
import { floatRepr } from '../../../lib/util/python-repr.ts';
import type { Dataset, ScenarioSource } from '../../dataset/types.ts';
import type { RawRun, RawStep } from '../../store/artifacts/types.ts';
import type { StepRecord, Store } from '../../store/types.ts';
import type { RewardConfig } from '../rewards.ts';
import { serverScript } from '../session-folder.ts';
import { trajectoryEntries, trajectoryJson } from '../trajectory.ts';
import { contentHashOf } from './content-hash.ts';
import { EXPORT_FORMAT, EXPORT_VERSION, type ExportHead } from './export-format.ts';
import { STUDIO_HEAD, STUDIO_STATES, STUDIO_STEPS } from './find-runs.ts';
import { AppError } from '../../../lib/contracts/errors.ts';

/** A file of an export; its pieces are made when they are asked for. */
export interface ExportedFile {
  readonly path: string;
  /** False where it is compressed already. */
  readonly compress: boolean;
  readonly pieces: () => AsyncIterable<Buffer | string> | Iterable<Buffer | string>;
}

export interface ExportSource {
  readonly store: Store;
  readonly dataset: Pick<Dataset, 'find' | 'source'>;
  /** Names of a scenario's tools, which a record leaves out; undefined where it does not run. */
  readonly toolNames?: (scenario: ScenarioSource) => Promise<readonly string[] | undefined>;
}

const STEPS_AT_ONCE = 20;
/** server.py names a port; an export has none of its own. */
const PORT = 8000;

/**
 * The files of a run, one after the other: the five that every reader of session folders knows, and what a studio knows
 * more. Each must have been read to its end before the next is asked for.
 * @throws AppError not_found, conflict while the run goes on
 */
export async function* exportRun(source: ExportSource, id: string): AsyncGenerator<ExportedFile> {
  const { store } = source;
  const raw = store.artifacts.raw(id);
  const { episode } = raw;
  if (episode.ended_at === null)
    throw new AppError('conflict', 'The run has not ended yet; export it when it has.');
  const contentHash = await contentHashOf(store, id);
  const dir = `${episode.scenario}/${id}`;
  const steps = () => rawSteps(store, id, episode.steps);
  const hasFile = (name: string) => raw.files.some((file) => file.name === name);
  const own = (name: string): ExportedFile => ({
    path: `${dir}/${name}`,
    compress: true,
    pieces: () => [store.artifacts.file(id, name) ?? ''],
  });
  const made = (name: string, pieces: ExportedFile['pieces']): ExportedFile => ({
    path: `${dir}/${name}`,
    compress: true,
    pieces,
  });

  const scenario = await scenarioOf(source, raw);
  const toolNames = (scenario && (await source.toolNames?.(scenario))) ?? [];
  yield hasFile('trajectory.json')
    ? own('trajectory.json')
    : made('trajectory.json', () => trajectoryOf(store, id, raw, toolNames));
  const kept = new Set(raw.used);
  const database = (name: string, hash: string) =>
    made(`${episode.scenario}${name}.db`, () => [store.artifacts.state(hash)]);
  if (kept.has(episode.seed_hash)) yield database('_initial', episode.seed_hash);
  if (kept.has(episode.final_hash)) yield database('', episode.final_hash);
  if (hasFile('server.py')) yield own('server.py');
  else if (scenario !== undefined)
    yield made('server.py', () => [serverScript(scenario.code, `${episode.scenario}.db`, PORT)]);
  if (hasFile('server.log')) yield own('server.log');
  else yield made('server.log', () => logOf(steps()));

  const hash = createHash('sha256');
  yield made(STUDIO_STEPS, () => stepLines(steps(), (text) => void hash.update(text)));
  yield {
    path: `${dir}/${STUDIO_STATES}`,
    compress: false,
    pieces: () => raw.states.values().map(({ blob }) => store.artifacts.packed(blob)),
  };
  yield made(STUDIO_HEAD, () => [
    JSON.stringify(headOf(store, raw, contentHash, hash.digest('hex')), null, 1),
  ]);
}

function* rawSteps(store: Store, id: string, count: number): Generator<RawStep> {
  for (let from = 1; from <= count; from += STEPS_AT_ONCE)
    yield* store.artifacts.rawSteps(id, { from, to: from + STEPS_AT_ONCE - 1 });
}

function* stepLines(steps: Iterable<RawStep>, each: (text: string) => void): Generator<string> {
  for (const step of steps) {
    const line = `${JSON.stringify(step)}\n`;
    each(line);
    yield line;
  }
}

function* logOf(steps: Iterable<RawStep>): Generator<string> {
  for (const { log_text: text } of steps) if (text !== null) yield text;
}

/** The scenario that the run was played with, where it is still the one that is served. */
async function scenarioOf(
  { dataset }: ExportSource,
  { episode }: RawRun,
): Promise<ScenarioSource | undefined> {
  const found = dataset.find(episode.scenario);
  // One that cannot be read any more is as good as gone.
  const source = found && (await dataset.source(found.key).catch(() => undefined));
  return source?.hash === episode.scenario_hash ? source : undefined;
}

function* trajectoryOf(
  store: Store,
  id: string,
  { episode }: RawRun,
  tools: readonly string[],
): Generator<string> {
  const records = function* (): Generator<StepRecord> {
    for (let seq = 1; seq <= episode.steps; seq += 1) yield* store.steps(id, { from: seq, to: seq });
  };
  const { toolNames, rewards } = toldBy(records(), tools);
  const head = {
    scenario: episode.scenario,
    task: episode.task,
    taskIdx: episode.task_idx,
    steps: episode.steps,
    toolNames,
    rewards,
  };
  yield* trajectoryJson(head, trajectoryEntries(head, records()));
}

/** The tools that list_tools named, where the record has them, and what each class of verdict was worth. */
function toldBy(
  steps: Iterable<StepRecord>,
  tools: readonly string[],
): { toolNames: readonly string[]; rewards: RewardConfig } {
  let toolNames = tools;
  const rewards: Record<string, RewardConfig[string]> = {};
  for (const { kind, rewardType, reward, observationJson } of steps) {
    if (kind === 'list_tools' && observationJson !== '{}') toolNames = toolNamesIn(observationJson);
    if (kind === 'verify' && rewardType !== null && reward !== null)
      rewards[rewardType] = { value: reward, json: floatRepr(reward) };
  }
  return { toolNames, rewards };
}

function toolNamesIn(json: string): readonly string[] {
  const observation = parseLossless(json);
  const tools: unknown = isObject(observation) ? observation['tools'] : undefined;
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) =>
    isObject(tool) && typeof tool['name'] === 'string' ? [tool['name']] : [],
  );
}

function headOf(store: Store, raw: RawRun, contentHash: string, stepsHash: string): ExportHead {
  // A session's id is the key to it.
  const episode = without(raw.episode, 'n', 'session_id', 'content_hash', 'rebuild');
  let offset = 0;
  const states = raw.states.map(({ hash, size, base, blob }) => {
    const { length } = store.artifacts.packed(blob);
    const state = { hash, size, base, offset, length };
    offset += length;
    return state;
  });
  const messages = store.artifacts.messages(raw.episode.id);
  return {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    contentHash,
    stepsHash,
    // The columns are the catalog's own words; reading checks them.
    episode: episode as ExportHead['episode'],
    states,
    used: [...raw.used],
    verdicts: [...raw.verdicts],
    labels: [...raw.labels] as ExportHead['labels'],
    notes: [...raw.notes],
    files: raw.files.map(({ name }) => name),
    messages: messages === undefined ? null : { text: messages.text, by: messages.by, at: messages.atMs },
  };
}
