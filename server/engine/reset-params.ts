import { z } from 'zod';
import type { LogicalClock } from '../host/types.ts';
import type { RecordingPolicy, RunProvenance } from '../store/types.ts';
import { EngineRefusal, type ResetParams } from './types.ts';
import { isRawNumber } from '../../lib/util/raw-number.ts';
import { pythonTypeName } from '../../lib/util/python-repr.ts';
import { isTruthy } from '../../lib/util/python-truth.ts';
import { DEFAULT_REWARDS, type Reward, type RewardConfig } from './rewards.ts';

const runSchema = z.strictObject({
  experiment: z.string().max(200).optional(),
  policy: z.string().max(200).optional(),
  checkpoint: z.string().max(200).optional(),
  train_step: z.int().min(0).optional(),
  group: z.string().max(200).optional(),
  sample: z.int().min(0).optional(),
  tags: z.array(z.string().max(100)).max(50).optional(),
});

const optionsSchema = z.strictObject({
  classify: z.enum(['text', 'http']).optional(),
  clock: z
    .strictObject({
      start: z.union([z.int(), z.iso.datetime({ offset: true, local: true })]),
      tick_ms: z.int().min(0).max(86_400_000).optional(),
    })
    .optional(),
  seed: z.int().optional(),
  record: z.enum(['full', 'final', 'calls']).optional(),
  baseline: z.boolean().optional(),
  run: runSchema.optional(),
});

export interface ResetOptions {
  readonly classify: 'text' | 'http';
  readonly clock: LogicalClock | undefined;
  readonly seed: number | undefined;
  readonly record: RecordingPolicy | undefined;
  readonly baseline: boolean;
  readonly run: RunProvenance;
  /** As sent, for the episode's record. */
  readonly sent: Readonly<Record<string, unknown>>;
}

export interface LlmSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
}

export interface ParsedReset {
  readonly scenario: string | undefined;
  readonly taskIdx: number | null;
  /** The Task API's way to name a task; counts where no scenario is named. */
  readonly fromSplit: { readonly split: string; readonly index: number } | undefined;
  readonly task: string | null;
  readonly episodeId: string | null;
  readonly rewards: RewardConfig;
  readonly llm: Partial<LlmSettings>;
  readonly options: ResetOptions;
  /** Sentences for metadata: what was given and is not used. */
  readonly notes: readonly string[];
}

/** A reset that is answered as reset_error with this text. */
export class ResetRefused extends Error {}

function text(value: unknown, name: string): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  throw new EngineRefusal(`Parameter '${name}' must be a string, not ${pythonTypeName(value)}`);
}

function taskIndex(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  const type = pythonTypeName(value);
  // What Python's `0 <= task_idx` raises, and what it says of a float used as an index.
  if (type === 'float' || isRawNumber(value))
    throw new EngineRefusal('list indices must be integers or slices, not float');
  throw new EngineRefusal(`'<=' not supported between instances of 'int' and '${type}'`);
}

function rewardConfig(value: unknown): RewardConfig {
  if (!isTruthy(value)) return DEFAULT_REWARDS;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new EngineRefusal(`'${pythonTypeName(value)}' object has no attribute 'get'`);
  }
  const rewards: Record<string, Reward> = {};
  for (const [name, entry] of Object.entries(value)) {
    const json = JSON.stringify(entry);
    const number = Number(json);
    if (typeof entry !== 'number' && !isRawNumber(entry)) {
      throw new EngineRefusal(`reward_config['${name}'] must be a number, not ${pythonTypeName(entry)}`);
    }
    rewards[name] = { value: number, json };
  }
  return rewards;
}

function splitTask(split: unknown, index: unknown): ParsedReset['fromSplit'] {
  if (typeof split !== 'string' || index === null || index === undefined) return undefined;
  if (typeof index !== 'number' || !Number.isInteger(index)) {
    throw new ResetRefused(`index must be an integer, not ${pythonTypeName(index)}`);
  }
  return { split, index };
}

function parseOptions(value: unknown): ResetOptions {
  const parsed = optionsSchema.safeParse(value ?? {});
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = ['options', ...(issue?.path.map(String) ?? [])].join('.');
    throw new ResetRefused(`${where}: ${issue?.message ?? 'not valid'}`);
  }
  const { clock, ...rest } = parsed.data;
  return {
    classify: rest.classify ?? 'text',
    clock: clock && {
      startMs: typeof clock.start === 'number' ? clock.start : Date.parse(withZone(clock.start)),
      tickMs: clock.tick_ms ?? 0,
    },
    seed: rest.seed,
    record: rest.record,
    baseline: rest.baseline ?? false,
    run: rest.run ?? {},
    sent: parsed.data,
  };
}

/** A time without a zone is UTC: scenario code reads utcnow nearly everywhere. */
function withZone(iso: string): string {
  return /(Z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}Z`;
}

/**
 * Reads reset's data the way the reference does: unknown keys are ignored, wrong types fail with Python's words.
 * @throws EngineRefusal (EXECUTION_ERROR on the wire), ResetRefused (reset_error)
 */
export function parseReset(params: ResetParams): ParsedReset {
  const scenario = params['scenario'];
  if (isTruthy(scenario) && typeof scenario !== 'string') {
    throw new EngineRefusal(`'${pythonTypeName(scenario)}' object has no attribute 'lower'`);
  }
  const llm: { -readonly [K in keyof LlmSettings]?: LlmSettings[K] } = {};
  const baseUrl = text(params['llm_base_url'], 'llm_base_url');
  const apiKey = text(params['llm_api_key'], 'llm_api_key');
  const model = text(params['llm_model'], 'llm_model');
  if (baseUrl) llm.baseUrl = baseUrl;
  if (apiKey) llm.apiKey = apiKey;
  if (model) llm.model = model;
  const seeded = params['seed'] !== null && params['seed'] !== undefined;
  return {
    scenario: typeof scenario === 'string' && scenario !== '' ? scenario : undefined,
    taskIdx: taskIndex(params['task_idx']),
    fromSplit: splitTask(params['split'], params['index']),
    task: text(params['task'], 'task'),
    episodeId: text(params['episode_id'], 'episode_id') || null,
    rewards: rewardConfig(params['reward_config']),
    llm,
    options: parseOptions(params['options']),
    notes: seeded
      ? [
          'seed is ignored, as by the reference server; options.seed with options.clock makes an episode repeatable',
        ]
      : [],
  };
}
