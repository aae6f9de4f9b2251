import { SUSPICIONS } from '../../contracts/runs.ts';
import type { RunRow } from '../../contracts/runs.ts';
import type { Field, SortKey } from '../filter-query/types.ts';

/** Stands for what is not there in fields of free values: `experiment:none`. */
export const NONE = 'none';
/** Stands for what is not known (yet). */
export const UNKNOWN = 'unknown';

export const REWARD_CLASSES = ['full', 'partial', 'zero', 'negative', NONE] as const;
export const COLLATERAL_CLASSES = [NONE, 'some', UNKNOWN] as const;
const OUTCOMES = ['pass', 'fail', NONE];
const LABELS = ['complete', 'incomplete', 'agent_error', 'server_error', 'mixed', 'unlabelled'];
const ENDS = ['done', 'reset', 'closed', 'idle', 'crashed', 'server_stop', 'live'];
const VERDICTS = ['complete', 'incomplete', 'others', 'server_error', 'judge_error', 'no_verifier', NONE];

/** full: 1 and above; partial: between 0 and 1. */
export function rewardClass(reward: number | null): (typeof REWARD_CLASSES)[number] {
  if (reward === null) return NONE;
  if (reward >= 1) return 'full';
  if (reward > 0) return 'partial';
  return reward === 0 ? 'zero' : 'negative';
}

export function collateralClass(collateral: number | null): (typeof COLLATERAL_CLASSES)[number] {
  if (collateral === null) return UNKNOWN;
  return collateral > 0 ? 'some' : NONE;
}

export function agreementOf(agrees: boolean | null): string {
  return agrees === null ? UNKNOWN : agrees ? 'agree' : 'disagree';
}

export function outcomeOf(verdict: string | null): string {
  return verdict === null ? NONE : verdict === 'complete' ? 'pass' : 'fail';
}

/** Of fields with free values: what is offered. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

function orNone(values: readonly string[]): readonly string[] {
  return values.length === 0 ? [NONE] : values;
}

export function runFields(known: KnownValues): Field<RunRow>[] {
  const number = (name: string, read: (run: RunRow) => number | null): Field<RunRow> => ({
    kind: 'number',
    name,
    read,
  });
  const choice = (
    name: string,
    values: readonly string[],
    read: (run: RunRow) => readonly string[],
    groups?: Record<string, readonly string[]>,
  ): Field<RunRow> => ({ kind: 'choice', name, values, read, ...(groups && { groups }) });
  const values = (
    name: string,
    read: (run: RunRow) => readonly string[],
    standard: readonly string[] = [],
  ): Field<RunRow> => ({
    kind: 'values',
    name,
    read,
    known: [...new Set([...(known[name] ?? []), ...standard])],
  });
  return [
    values('experiment', ({ experiment }) => [experiment ?? NONE]),
    values('policy', ({ policy }) => [policy ?? NONE]),
    values('checkpoint', ({ checkpoint }) => [checkpoint ?? NONE]),
    choice('actor', ['agent', 'human', 'unnamed'], ({ actor }) => [
      actor === 'unnamed client' ? 'unnamed' : actor,
    ]),
    number('train_step', ({ trainStep }) => trainStep),
    values('group', ({ group }) => [group ?? NONE]),
    number('sample', ({ sample }) => sample),
    values('tag', ({ tags }) => orNone(tags)),
    values('scenario', ({ scenario }) => [scenario]),
    {
      kind: 'mixed',
      name: 'task',
      number: ({ taskIdx }) => taskIdx,
      read: ({ scenario, taskIdx }) => [taskIdx === null ? NONE : `${scenario}/${String(taskIdx)}`],
      known: known['task'] ?? [],
    },
    values('pack', ({ pack }) => [pack]),
    choice('origin', ['played', 'fork', 'what_if', 'imported', 'pulled'], ({ origin }) => [origin]),
    {
      kind: 'mixed',
      name: 'reward',
      number: ({ reward }) => reward,
      read: ({ reward }) => [rewardClass(reward)],
      values: REWARD_CLASSES,
    },
    choice('outcome', OUTCOMES, ({ verdict }) => [outcomeOf(verdict)]),
    values('verdict', ({ verdict }) => [verdict ?? NONE], VERDICTS),
    values('code', ({ code }) => [code ?? NONE], VERDICTS),
    values('sql', ({ sql }) => [sql ?? NONE], VERDICTS),
    values('regraded', ({ regraded }) => [regraded ?? NONE], VERDICTS),
    choice('label', LABELS, ({ label }) => [label ?? 'unlabelled']),
    choice('agreement', ['agree', 'disagree', UNKNOWN], ({ agrees }) => [agreementOf(agrees)]),
    {
      kind: 'mixed',
      name: 'wrote',
      number: ({ wrote }) => wrote,
      read: ({ wrote, tables }) => (wrote === null ? [...tables, UNKNOWN] : tables),
      known: [...(known['wrote'] ?? []), UNKNOWN],
    },
    {
      kind: 'mixed',
      name: 'collateral',
      number: ({ collateral }) => collateral,
      read: ({ collateral }) => [collateralClass(collateral)],
      values: COLLATERAL_CLASSES,
    },
    number('omitted', ({ omitted }) => omitted),
    number('unread', ({ unread }) => unread),
    choice('suspicion', [...SUSPICIONS, NONE], ({ suspicions }) => orNone(suspicions), { any: SUSPICIONS }),
    values('error', ({ statuses, errorTypes }) => [...statuses.map(String), ...errorTypes]),
    number('errors', ({ errors }) => errors),
    number('steps', ({ steps }) => steps),
    number('calls', ({ calls }) => calls),
    number('verifies', ({ verifies }) => verifies),
    number('notes', ({ notes }) => notes),
    choice('end', ENDS, ({ endReason }) => [endReason ?? 'live']),
    choice('pinned', ['yes', 'no'], ({ pinned }) => [pinned ? 'yes' : 'no']),
    { kind: 'since', name: 'since', read: ({ startedAtMs }) => startedAtMs },
    { kind: 'prefix', name: 'state', read: ({ endState }) => endState ?? '' },
    { kind: 'prefix', name: 'id', read: ({ id }) => id },
  ];
}

export const RUN_SORTS: readonly SortKey<RunRow>[] = [
  { name: 'when', read: ({ startedAtMs }) => startedAtMs },
  { name: 'reward', read: ({ reward }) => reward },
  { name: 'steps', read: ({ steps }) => steps },
  { name: 'calls', read: ({ calls }) => calls },
  { name: 'errors', read: ({ errors }) => errors },
  { name: 'train_step', read: ({ trainStep }) => trainStep },
  { name: 'sample', read: ({ sample }) => sample },
  { name: 'wrote', read: ({ wrote }) => wrote },
  { name: 'collateral', read: ({ collateral }) => collateral },
  { name: 'omitted', read: ({ omitted }) => omitted },
  { name: 'unread', read: ({ unread }) => unread },
  { name: 'verifies', read: ({ verifies }) => verifies },
  /** Milliseconds from beginning to end. */
  {
    name: 'time',
    read: ({ startedAtMs, endedAtMs }) => (endedAtMs === null ? null : endedAtMs - startedAtMs),
  },
  { name: 'task_idx', read: ({ taskIdx }) => taskIdx },
  { name: 'scenario', read: ({ scenario }) => scenario },
  { name: 'experiment', read: ({ experiment }) => experiment },
  { name: 'policy', read: ({ policy }) => policy },
  { name: 'checkpoint', read: ({ checkpoint }) => checkpoint },
  { name: 'group', read: ({ group }) => group },
  { name: 'actor', read: ({ actor }) => actor },
  { name: 'verdict', read: ({ verdict }) => verdict },
  { name: 'label', read: ({ label }) => label },
  { name: 'end', read: ({ endReason }) => endReason },
];
