import type { ReactNode } from 'react';
import { t } from '../aside-messages.ts';
import type { DifferingRow } from '../model/differing-rows.ts';

interface DifferingTableProps {
  readonly rows: readonly DifferingRow[];
  readonly a: string;
  readonly b: string;
}

/** Two labels row by row, where they are not the same. */
export function DifferingTable({ rows, a, b }: DifferingTableProps): ReactNode {
  if (rows.length === 0) return <p className="text-sm text-text-2">{t('labellingAside.sameAsNow')}</p>;
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-left text-sm">
        <thead>
          <tr className="text-text-2">
            <th className="border-line border-b px-2 py-1 font-medium">{t('labellingAside.row')}</th>
            <th className="border-line border-b px-2 py-1 font-medium">{a}</th>
            <th className="border-line border-b px-2 py-1 font-medium">{b}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, a: one, b: other }) => (
            <tr key={row}>
              <th scope="row" className="border-line border-b px-2 py-1 align-top font-normal text-text-2">
                {nameOf(row)}
              </th>
              <td className="border-line border-b px-2 py-1 align-top whitespace-pre-wrap wrap-anywhere">
                {one === '' ? t('labelling.nothing') : one}
              </td>
              <td className="border-line border-b px-2 py-1 align-top whitespace-pre-wrap wrap-anywhere">
                {other === '' ? t('labelling.nothing') : other}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function nameOf(row: DifferingRow['row']): string {
  switch (row) {
    case 'outcome':
    case 'firstError':
    case 'tags':
    case 'confidence':
    case 'rationale':
    case 'flagged':
    case 'preference':
      return t(`labellingAside.rows.${row}`);
    default:
      return row.startsWith('step:')
        ? t('labelling.step', { step: row.slice('step:'.length) })
        : row.slice('field:'.length);
  }
}
