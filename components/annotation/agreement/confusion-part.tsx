'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/client/format.ts';
import { confusionQuery } from '../../../lib/client/queries/agreement.ts';
import type { AgreementAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import { UrlLink } from '../../layout/url-link.tsx';
import { cx } from '../../ui/cx.ts';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { t } from './messages.ts';
import { Part, Scroller } from './part.tsx';
import type { Look } from './use-look.ts';
import { valueName } from './words.ts';

interface ConfusionPartProps {
  readonly project: string;
  readonly look: Look;
  readonly annotators: AgreementAnswer['choices']['annotators'];
}

/** Who said what; each cell leads to its items. */
export function ConfusionPart({ project, look, annotators }: ConfusionPartProps): ReactNode {
  const { first, second } = look;
  const people = first === null || second === null ? {} : { first, second };
  const found = useQuery(confusionQuery(project, look.look, look.measure, people));
  const nameOf = (person: string | null): string =>
    annotators.find((one) => one.person === person)?.name ?? t('agreement.anyone');
  const options = [
    { value: '', label: t('agreement.anyone') },
    ...annotators.map(({ person, name }) => ({ value: person, label: name })),
  ];
  const table = found.data;
  const top = Math.max(1, ...(table?.table.flat() ?? []));
  return (
    <Part
      title={t('agreement.confusion')}
      {...(table !== undefined && {
        says: table.folded
          ? t('agreement.confusionFolded')
          : t('agreement.confusionPair', { first: nameOf(first), second: nameOf(second) }),
      })}
      actions={
        <>
          <Select
            className="w-36"
            size="sm"
            label={t('agreement.firstPerson')}
            value={first ?? ''}
            options={options}
            onChange={(value) => look.set({ first: value === '' ? null : value })}
          />
          <Select
            className="w-36"
            size="sm"
            label={t('agreement.secondPerson')}
            value={second ?? ''}
            options={options}
            onChange={(value) => look.set({ second: value === '' ? null : value })}
          />
        </>
      }
    >
      {table === undefined ? (
        <SkeletonRows what={t('agreement.what')} />
      ) : table.n === 0 ? (
        <p className="px-3 py-2 text-sm text-text-2">{t('agreement.why.no_overlap')}</p>
      ) : (
        <Scroller label={t('agreement.confusion')} className="max-h-96 p-3">
          <table aria-label={t('agreement.confusion')} className="border-collapse text-sm">
            <thead>
              <tr>
                <td />
                {table.values.map(({ value, label }) => (
                  <th
                    key={value}
                    scope="col"
                    className="max-w-32 px-2 py-1 text-left font-normal text-text-2"
                  >
                    {valueName(value, label)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.values.map((row, rowAt) => (
                <tr key={row.value}>
                  <th scope="row" className="px-2 py-1 text-left font-normal text-text-2 whitespace-nowrap">
                    {valueName(row.value, row.label)}
                  </th>
                  {table.values.map((column, columnAt) => {
                    const count = table.table[rowAt]?.[columnAt] ?? 0;
                    return (
                      <td
                        key={column.value}
                        className={cx('border border-line p-0 text-right tabular-nums')}
                        style={{
                          background: `color-mix(in oklab, var(${rowAt === columnAt ? '--add-soft' : '--del-soft'}) ${String(Math.round((count / top) * 100))}%, var(--surface))`,
                        }}
                      >
                        {count === 0 ? (
                          <span className="block px-2 py-1 text-text-2">
                            {table.folded && rowAt > columnAt ? '' : '0'}
                          </span>
                        ) : (
                          <UrlLink
                            set={{ value: row.value, against: column.value }}
                            aria-label={t('agreement.cell', {
                              count,
                              first: valueName(row.value, row.label),
                              second: valueName(column.value, column.label),
                            })}
                            className="block px-2 py-1 underline"
                          >
                            {formatNumber(count)}
                          </UrlLink>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </Part>
  );
}
