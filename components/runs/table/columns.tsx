import type { ReactNode } from 'react';
import {
  formatAbsolute,
  formatAgo,
  formatDuration,
  formatNumber,
  formatReward,
} from '../../../lib/client/format.ts';
import { type MessageKey, t } from '../messages.ts';
import type { RunRow } from '../../../lib/contracts/runs.ts';
import { Icon } from '../../ui/icon.tsx';
import { Actor, AgreesMark, CountMark, LabelMark, Unknown, VerdictMark, WroteMark } from './marks.tsx';

interface Column {
  /** As the filter's `sort:` has it, where it can order by the column. */
  readonly sort?: string;
  readonly label: MessageKey;
  /** CSS width of the grid's track. */
  readonly track: string;
  /** The least it takes, in pixels. */
  readonly px: number;
  readonly align?: 'end' | 'center';
  readonly cell: (run: RunRow, now: number) => ReactNode;
}

function fixed(px: number): Pick<Column, 'track' | 'px'> {
  return { track: `${String(px)}px`, px };
}

function text(value: string | null): ReactNode {
  if (value === null || value === '') return <Unknown />;
  return (
    <span className="block truncate" title={value}>
      {value}
    </span>
  );
}

function number(value: number | null): ReactNode {
  return value === null ? <Unknown /> : formatNumber(value);
}

function list(values: readonly (string | number)[]): ReactNode {
  return text(values.length === 0 ? null : values.join(', '));
}

/** Every column that the table can show, by the name that views keep it by. */
export const COLUMNS = {
  run: {
    ...fixed(58),
    label: 'runs.columns.run',
    // The row's link stands here; see RunTableRow.
    cell: () => null,
  },
  task: {
    track: 'minmax(150px, 1fr)',
    px: 150,
    label: 'runs.columns.task',
    sort: 'scenario',
    cell: (run) => <Task run={run} />,
  },
  actor: { ...fixed(98), label: 'runs.columns.actor', sort: 'policy', cell: (run) => <Actor run={run} /> },
  experiment: {
    ...fixed(84),
    label: 'runs.columns.experiment',
    sort: 'train_step',
    cell: (run) => <ExperimentStep run={run} />,
  },
  reward: {
    ...fixed(54),
    label: 'runs.columns.reward',
    sort: 'reward',
    align: 'end',
    cell: ({ reward }) =>
      reward === null ? <Unknown /> : <span className="font-medium">{formatReward(reward)}</span>,
  },
  steps: {
    ...fixed(46),
    label: 'runs.columns.steps',
    sort: 'steps',
    align: 'end',
    cell: ({ steps }) => formatNumber(steps),
  },
  wrote: {
    ...fixed(48),
    label: 'runs.columns.wrote',
    sort: 'wrote',
    align: 'end',
    cell: ({ wrote }) => <WroteMark wrote={wrote} />,
  },
  collateral: {
    ...fixed(70),
    label: 'runs.columns.collateral',
    sort: 'collateral',
    align: 'end',
    cell: ({ collateral }) => <CountMark count={collateral} />,
  },
  code: {
    ...fixed(38),
    label: 'runs.columns.code',
    align: 'center',
    cell: ({ code }) => <VerdictMark verdict={code} />,
  },
  sql: {
    ...fixed(30),
    label: 'runs.columns.sql',
    align: 'center',
    cell: ({ sql }) => <VerdictMark verdict={sql} />,
  },
  label: {
    ...fixed(46),
    label: 'runs.columns.label',
    sort: 'label',
    align: 'center',
    cell: ({ label }) => <LabelMark label={label} />,
  },
  agrees: {
    ...fixed(28),
    label: 'runs.columns.agrees',
    align: 'center',
    cell: ({ agrees }) => <AgreesMark agrees={agrees} />,
  },
  when: {
    ...fixed(74),
    label: 'runs.columns.when',
    sort: 'when',
    align: 'end',
    cell: (run, now) => <When run={run} now={now} />,
  },
  suspicions: {
    ...fixed(130),
    label: 'runs.columns.suspicions',
    cell: ({ suspicions }) => list(suspicions.map((kind) => t(`runs.suspicions.${kind}.short`))),
  },
  scenario: {
    ...fixed(150),
    label: 'runs.columns.scenario',
    sort: 'scenario',
    cell: ({ scenario }) => text(scenario),
  },
  pack: { ...fixed(90), label: 'runs.columns.pack', cell: ({ pack }) => text(pack) },
  policy: { ...fixed(96), label: 'runs.columns.policy', sort: 'policy', cell: ({ policy }) => text(policy) },
  checkpoint: {
    ...fixed(96),
    label: 'runs.columns.checkpoint',
    sort: 'checkpoint',
    cell: ({ checkpoint }) => text(checkpoint),
  },
  train_step: {
    ...fixed(76),
    label: 'runs.columns.trainStep',
    sort: 'train_step',
    align: 'end',
    cell: ({ trainStep }) => number(trainStep),
  },
  group: { ...fixed(80), label: 'runs.columns.group', sort: 'group', cell: ({ group }) => text(group) },
  sample: {
    ...fixed(60),
    label: 'runs.columns.sample',
    sort: 'sample',
    align: 'end',
    cell: ({ sample }) => number(sample),
  },
  tags: { ...fixed(110), label: 'runs.columns.tags', cell: ({ tags }) => list(tags) },
  origin: {
    ...fixed(84),
    label: 'runs.columns.origin',
    cell: ({ origin }) => text(t(`runs.origins.${origin}`)),
  },
  transport: { ...fixed(84), label: 'runs.columns.transport', cell: ({ transport }) => text(transport) },
  duration: {
    ...fixed(74),
    label: 'runs.columns.duration',
    sort: 'time',
    align: 'end',
    cell: ({ startedAtMs, endedAtMs }) =>
      endedAtMs === null ? <Unknown /> : formatDuration(Math.max(0, endedAtMs - startedAtMs)),
  },
  ended: {
    ...fixed(90),
    label: 'runs.columns.ended',
    sort: 'end',
    cell: ({ endReason }) => (endReason === null ? <Running /> : text(t(`runs.ends.${endReason}`))),
  },
  calls: {
    ...fixed(52),
    label: 'runs.columns.calls',
    sort: 'calls',
    align: 'end',
    cell: ({ calls }) => number(calls),
  },
  errors: {
    ...fixed(56),
    label: 'runs.columns.errors',
    sort: 'errors',
    align: 'end',
    cell: ({ errors }) => number(errors),
  },
  statuses: { ...fixed(80), label: 'runs.columns.statuses', cell: ({ statuses }) => list(statuses) },
  verifies: {
    ...fixed(62),
    label: 'runs.columns.verifies',
    sort: 'verifies',
    align: 'end',
    cell: ({ verifies }) => number(verifies),
  },
  verdict: {
    ...fixed(110),
    label: 'runs.columns.verdict',
    sort: 'verdict',
    cell: ({ verdict }) => <VerdictMark verdict={verdict} shown />,
  },
  regraded: {
    ...fixed(110),
    label: 'runs.columns.regraded',
    cell: ({ regraded }) => <VerdictMark verdict={regraded} shown />,
  },
  labels: { ...fixed(54), label: 'runs.columns.labels', align: 'end', cell: ({ labels }) => number(labels) },
  tables: { ...fixed(120), label: 'runs.columns.tables', cell: ({ tables }) => list(tables) },
  omitted: {
    ...fixed(62),
    label: 'runs.columns.omitted',
    sort: 'omitted',
    align: 'end',
    cell: ({ omitted }) => <CountMark count={omitted} />,
  },
  unread: {
    ...fixed(62),
    label: 'runs.columns.unread',
    sort: 'unread',
    align: 'end',
    cell: ({ unread }) => <CountMark count={unread} />,
  },
  end_state: {
    ...fixed(82),
    label: 'runs.columns.endState',
    cell: ({ endState }) =>
      endState === null ? <Unknown /> : <span className="font-mono">{endState.slice(0, 8)}</span>,
  },
  answer: { ...fixed(220), label: 'runs.columns.answer', cell: ({ answer }) => text(answer) },
  pinned: {
    ...fixed(56),
    label: 'runs.columns.pinned',
    align: 'center',
    cell: ({ pinned }) => (pinned ? t('runs.yes') : <Unknown words={t('runs.no')} />),
  },
  notes: { ...fixed(50), label: 'runs.columns.notes', align: 'end', cell: ({ notes }) => number(notes) },
} as const satisfies Readonly<Record<string, Column>>;

export type ColumnName = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly ColumnName[];

export const STANDARD_COLUMNS: readonly ColumnName[] = [
  'run',
  'task',
  'actor',
  'experiment',
  'reward',
  'steps',
  'wrote',
  'collateral',
  'code',
  'sql',
  'label',
  'agrees',
  'when',
];

export function columnOf(name: ColumnName): Column {
  return COLUMNS[name];
}

/** The columns of a list of names: the run first, what is not known left out. */
export function readColumns(names: readonly string[] | null): readonly ColumnName[] {
  if (names === null) return STANDARD_COLUMNS;
  const known = COLUMN_NAMES.filter((name) => name !== 'run' && names.includes(name));
  const ordered = known.toSorted((a, b) => names.indexOf(a) - names.indexOf(b));
  return ['run', ...ordered];
}

function Task({ run }: { readonly run: RunRow }): ReactNode {
  const { scenario, taskIdx, task } = run;
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate text-text-2 leading-[17px]" title={scenario}>
        {scenario}
        {taskIdx === null ? null : ` · ${t('runs.taskOf', { index: taskIdx })}`}
      </span>
      <span className="line-clamp-2 leading-[17px] whitespace-normal wrap-anywhere" title={task ?? undefined}>
        {task ?? <span className="text-text-2">{t('runs.noTask')}</span>}
      </span>
    </span>
  );
}

export function ExperimentStep({
  run,
}: {
  readonly run: Pick<RunRow, 'experiment' | 'trainStep'>;
}): ReactNode {
  const { experiment, trainStep } = run;
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate" title={experiment ?? undefined}>
        {experiment ?? <Unknown words={t('runs.noExperiment')} />}
      </span>
      {experiment === null && trainStep === null ? null : (
        <span className="truncate text-text-2">
          {trainStep === null ? t('runs.noStep') : t('runs.step', { step: trainStep })}
        </span>
      )}
    </span>
  );
}

function Running(): ReactNode {
  return (
    <span className="font-medium whitespace-nowrap">
      <span aria-hidden="true" className="text-accent">
        ●{' '}
      </span>
      {t('runs.running')}
    </span>
  );
}

/** When it ended, or that it runs; the time itself on hover. */
export function When({ run, now }: { readonly run: RunRow; readonly now: number }): ReactNode {
  const atMs = run.endedAtMs ?? run.startedAtMs;
  return (
    <span className="flex flex-col items-end">
      {run.endReason === null ? <Running /> : null}
      <time
        dateTime={new Date(atMs).toISOString()}
        title={formatAbsolute(atMs)}
        className="truncate text-text-2"
      >
        {formatAgo(atMs, now)}
      </time>
      {run.pinned ? (
        <span className="flex items-center gap-1 text-text-2" title={t('runs.pinnedWords')}>
          <Icon name="pin" className="size-3" />
          <span className="sr-only">{t('runs.pinnedWords')}</span>
        </span>
      ) : null}
    </span>
  );
}
