import { ERROR_RULES, FORMAT_ERRORS, matchError } from '../../lib/domain/error-rules.ts';

/** Rewards by type, as the reference hands them out (docs: protocol, Semantics). */

/** A number as the client or the reference spells it: `1.0` stays `1.0` on the wire. */
export interface Reward {
  readonly value: number;
  readonly json: string;
}

export type RewardConfig = Readonly<Record<string, Reward>>;

const ZERO: Reward = { value: 0, json: '0.0' };

export const DEFAULT_REWARDS: RewardConfig = {
  complete: { value: 1, json: '1.0' },
  incomplete: { value: 0.1, json: '0.1' },
  format_error: { value: -1, json: '-1.0' },
};

const FORMAT_ERROR_DEFAULT: Reward = { value: -1, json: '-1.0' };

export function rewardOf(config: RewardConfig, rewardType: string): Reward {
  if (FORMAT_ERRORS.has(rewardType)) return config['format_error'] ?? FORMAT_ERROR_DEFAULT;
  return config[rewardType] ?? ZERO;
}

/** The reference's class of a tool error: by its words, so a business 404 counts as tool_not_found. */
export function classifyByText(error: string): string {
  return ERROR_RULES[matchError(error).rule]?.rewardType ?? 'server_error';
}

/**
 * The class by what happened: `httpStatus` null means that the call never reached the app (unknown tool, arguments
 * that break the schema). 422 is FastAPI's own validation; other 4xx are the app's business answers.
 */
export function classifyByStatus(error: string, httpStatus: number | null): string {
  if (httpStatus === null) return error.startsWith('Unknown tool:') ? 'tool_not_found' : 'invalid_args';
  if (httpStatus === 422) return 'invalid_args';
  if (httpStatus >= 400 && httpStatus < 500) return 'business_error';
  return 'server_error';
}
