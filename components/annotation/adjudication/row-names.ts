import { t } from './messages.ts';
import { rowName } from './row-words.ts';

/** `Outcome, First error, 2 steps, Tags` */
export function rowsText(rows: readonly string[]): string {
  const steps = rows.filter((row) => row.startsWith('step:')).length;
  const at = rows.findIndex((row) => row.startsWith('step:'));
  const parts = rows.flatMap((row, index) => {
    if (!row.startsWith('step:')) return [rowName(row, null)];
    return index === at ? [t('adjudication.stepCount', { count: steps })] : [];
  });
  return parts.join(', ');
}
