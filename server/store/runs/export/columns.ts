import type { RunRow } from '../../../../lib/contracts/runs.ts';

export type ExportFormat = 'csv' | 'jsonl' | 'parquet';

/** int: 32 bits. list: of texts or integers; JSON text in CSV and Parquet. time: UTC. */
export type ExportType = 'text' | 'int' | 'real' | 'flag' | 'list' | 'time';

interface ExportColumn {
  readonly name: string;
  readonly type: ExportType;
  readonly read: (run: RunRow) => string | number | boolean | readonly (string | number)[] | null;
}

/**
 * The columns of an exported run table, in order. Names and types stay as they are: columns are only added, at the end. What
 * is not known is null (empty in CSV).
 */
export const EXPORT_COLUMNS: readonly ExportColumn[] = [
  { name: 'id', type: 'text', read: ({ id }) => id },
  { name: 'scenario', type: 'text', read: ({ scenario }) => scenario },
  { name: 'pack', type: 'text', read: ({ pack }) => pack },
  { name: 'task_idx', type: 'int', read: ({ taskIdx }) => taskIdx },
  { name: 'task', type: 'text', read: ({ task }) => task },
  { name: 'actor', type: 'text', read: ({ actor }) => actor },
  { name: 'transport', type: 'text', read: ({ transport }) => transport },
  { name: 'origin', type: 'text', read: ({ origin }) => origin },
  { name: 'experiment', type: 'text', read: ({ experiment }) => experiment },
  { name: 'policy', type: 'text', read: ({ policy }) => policy },
  { name: 'checkpoint', type: 'text', read: ({ checkpoint }) => checkpoint },
  { name: 'train_step', type: 'real', read: ({ trainStep }) => trainStep },
  { name: 'group', type: 'text', read: ({ group }) => group },
  { name: 'sample', type: 'real', read: ({ sample }) => sample },
  { name: 'tags', type: 'list', read: ({ tags }) => tags },
  { name: 'started_at', type: 'time', read: ({ startedAtMs }) => startedAtMs },
  { name: 'ended_at', type: 'time', read: ({ endedAtMs }) => endedAtMs },
  { name: 'end_reason', type: 'text', read: ({ endReason }) => endReason },
  { name: 'steps', type: 'int', read: ({ steps }) => steps },
  { name: 'calls', type: 'int', read: ({ calls }) => calls },
  { name: 'errors', type: 'int', read: ({ errors }) => errors },
  { name: 'statuses', type: 'list', read: ({ statuses }) => statuses },
  { name: 'error_types', type: 'list', read: ({ errorTypes }) => errorTypes },
  { name: 'verifies', type: 'int', read: ({ verifies }) => verifies },
  { name: 'reward', type: 'real', read: ({ reward }) => reward },
  { name: 'verdict', type: 'text', read: ({ verdict }) => verdict },
  { name: 'code', type: 'text', read: ({ code }) => code },
  { name: 'sql', type: 'text', read: ({ sql }) => sql },
  { name: 'regraded', type: 'text', read: ({ regraded }) => regraded },
  { name: 'label', type: 'text', read: ({ label }) => label },
  { name: 'labels', type: 'int', read: ({ labels }) => labels },
  { name: 'agrees', type: 'flag', read: ({ agrees }) => agrees },
  { name: 'wrote', type: 'int', read: ({ wrote }) => wrote },
  { name: 'tables', type: 'list', read: ({ tables }) => tables },
  { name: 'collateral', type: 'int', read: ({ collateral }) => collateral },
  { name: 'omitted', type: 'int', read: ({ omitted }) => omitted },
  { name: 'unread', type: 'int', read: ({ unread }) => unread },
  { name: 'suspicions', type: 'list', read: ({ suspicions }) => suspicions },
  { name: 'end_state', type: 'text', read: ({ endState }) => endState },
  { name: 'answer', type: 'text', read: ({ answer }) => answer },
  { name: 'pinned', type: 'flag', read: ({ pinned }) => pinned },
  { name: 'notes', type: 'int', read: ({ notes }) => notes },
];

/** ISO 8601; a time beyond what a calendar holds is not known. */
export function timeText(ms: number): string | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
