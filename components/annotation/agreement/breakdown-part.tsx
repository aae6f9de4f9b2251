'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/client/format.ts';
import { breakdownQuery } from '../../../lib/client/queries/agreement.ts';
import {
  BREAKDOWNS,
  type AgreementMeasure,
  type BreakdownRow,
} from '../../../lib/contracts/annotation/agreement.ts';
import { UrlLink } from '../../layout/url-link.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { FigureValue } from './figure.tsx';
import { t } from './messages.ts';
import { Part, Scroller } from './part.tsx';
import type { Look } from './use-look.ts';
import { alphaFormula } from './words.ts';

/** One question's agreement by pair, scenario, task, section or version. */
export function BreakdownPart({
  project,
  look,
  kind,
}: {
  readonly project: string;
  readonly look: Look;
  readonly kind: AgreementMeasure['kind'];
}): ReactNode {
  const { by } = look;
  const found = useQuery(breakdownQuery(project, look.look, look.measure, by));
  const rows = found.data?.rows ?? [];
  const ordered = by === 'pair' && kind === 'ordinal';
  return (
    <Part
      title={t('agreement.by')}
      says={t(`agreement.bySays.${by}`)}
      actions={
        <div className="max-w-full overflow-x-auto">
          <Segmented
            size="sm"
            label={t('agreement.by')}
            value={by}
            segments={BREAKDOWNS.map((value) => ({ value, label: t(`agreement.bys.${value}`) }))}
            onChange={(value) => look.set({ by: value })}
          />
        </div>
      }
    >
      {found.data === undefined ? (
        found.isError ? (
          <p role="alert" className="px-3 py-2 text-sm">
            {found.error.message}
          </p>
        ) : (
          <SkeletonRows what={t('agreement.what')} />
        )
      ) : rows.length === 0 ? (
        <p className="px-3 py-2 text-sm text-text-2">{t('agreement.noRows')}</p>
      ) : (
        <Scroller label={t('agreement.by')} className="max-h-96">
          <Table label={t(`agreement.bys.${by}`)} className="font-sans">
            <thead>
              <tr>
                <HeadCell>{t(`agreement.bys.${by}`)}</HeadCell>
                <HeadCell>{t('agreement.percent')}</HeadCell>
                {by === 'pair' ? <HeadCell>{t('agreement.kappa')}</HeadCell> : null}
                {ordered ? <HeadCell>{t('agreement.weighted')}</HeadCell> : null}
                <HeadCell>{t('agreement.alpha')}</HeadCell>
                <HeadCell className="text-right">{t('agreement.items')}</HeadCell>
                {by === 'pair' ? null : (
                  <HeadCell className="text-right">{t('agreement.annotators')}</HeadCell>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.key}>
                  <Cell>
                    <RowName row={row} />
                  </Cell>
                  <Cell>
                    <FigureValue figure={row.percent} formula={t('agreement.formulas.percent')} share />
                  </Cell>
                  {row.pair === null ? null : (
                    <Cell>
                      <FigureValue figure={row.pair.kappa} formula={t('agreement.formulas.kappa')} />
                    </Cell>
                  )}
                  {ordered ? (
                    <Cell className="tabular-nums" title={t('agreement.formulas.weighted')}>
                      {weightedOf(row)}
                    </Cell>
                  ) : null}
                  <Cell>
                    <FigureValue
                      figure={row.alpha}
                      formula={by === 'section' ? alphaFormula('nominal') : alphaFormula(kind)}
                    />
                  </Cell>
                  <Cell align="end" className="tabular-nums">
                    {formatNumber(row.items)}
                  </Cell>
                  {by === 'pair' ? null : (
                    <Cell align="end" className="tabular-nums">
                      {formatNumber(row.annotators)}
                    </Cell>
                  )}
                </Row>
              ))}
            </tbody>
          </Table>
        </Scroller>
      )}
    </Part>
  );
}

function weightedOf({ pair }: BreakdownRow): string {
  const weighted = pair?.weighted ?? null;
  return weighted === null ? '–' : formatNumber(weighted, 2);
}

/** The row's name, as a link to what can be looked at of it. */
function RowName({ row }: { readonly row: BreakdownRow }): ReactNode {
  const [first, second] = row.people;
  const link = (text: string, change: Readonly<Record<string, string | null>>): ReactNode => (
    <UrlLink set={{ value: null, against: null, ...change }} className="text-accent underline">
      {text}
    </UrlLink>
  );
  if (first !== undefined && second !== undefined)
    return link(`${first.name} · ${second.name}`, { first: first.person, second: second.person });
  if (first !== undefined) return link(first.name, { first: first.person, second: null });
  if (row.section !== null) return t('agreement.sectionN', { section: row.section });
  if (row.version !== null)
    return link(t('agreement.versionN', { version: row.version }), { version: String(row.version) });
  const scenario = row.scenario ?? row.key;
  const name = row.task === null ? scenario : t('agreement.taskN', { scenario, task: row.task });
  return link(name, { scenario });
}
