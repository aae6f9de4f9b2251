'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatAbsolute, formatNumber } from '../../../lib/client/format.ts';
import { driftQuery } from '../../../lib/client/queries/agreement.ts';
import type { AgreementAnswer, DriftAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { DriftPicture } from './drift-picture.tsx';
import { t } from './messages.ts';
import { Part, Scroller } from './part.tsx';
import type { Look } from './use-look.ts';

interface DriftPartProps {
  readonly project: string;
  readonly look: Look;
  readonly annotators: AgreementAnswer['choices']['annotators'];
}

/** Whether agreement moved over time, of all or of one annotator with the others. */
export function DriftPart({ project, look, annotators }: DriftPartProps): ReactNode {
  const [asTable, setAsTable] = useState(false);
  const { person } = look;
  const { data } = useQuery(driftQuery(project, look.look, look.measure, person));
  return (
    <Part
      title={t('agreement.drift')}
      {...(data !== undefined && { says: driftSays(data) })}
      actions={
        <>
          <Select
            className="w-36"
            size="sm"
            label={t('agreement.person')}
            value={person ?? ''}
            options={[
              { value: '', label: t('agreement.anyone') },
              ...annotators.map((one) => ({ value: one.person, label: one.name })),
            ]}
            onChange={(value) => look.set({ person: value === '' ? null : value })}
          />
          <Button size="sm" variant="ghost" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {t(asTable ? 'agreement.asPicture' : 'agreement.asTable')}
          </Button>
        </>
      }
    >
      {data === undefined ? (
        <SkeletonRows what={t('agreement.what')} />
      ) : data.windows.length === 0 ? null : asTable ? (
        <DriftTable drift={data} />
      ) : (
        <DriftPicture drift={data} />
      )}
      <p className="px-3 pb-2 text-text-2 text-xs">
        <Tooltip text={t('agreement.formulas.percent')}>
          <span tabIndex={0} className="rounded-1">
            {t('agreement.driftRule')}
          </span>
        </Tooltip>
      </p>
    </Part>
  );
}

function driftSays({ why, windows, p }: DriftAnswer): string {
  if (why !== null) return t(`agreement.driftSays.${why}`);
  const flagged = windows.some((window) => window.flagged);
  return t(flagged ? 'agreement.driftSays.flagged' : 'agreement.driftSays.steady', {
    p: formatNumber(p ?? 1, 3),
  });
}

/** The figures behind the picture. */
function DriftTable({ drift }: { readonly drift: DriftAnswer }): ReactNode {
  const percent = (value: number | null): string =>
    value === null ? '–' : `${formatNumber(value * 100, 0)} %`;
  return (
    <Scroller label={t('agreement.drift')}>
      <Table label={t('agreement.drift')} className="font-sans">
        <thead>
          <tr>
            <HeadCell>{t('agreement.window')}</HeadCell>
            <HeadCell>{t('agreement.until')}</HeadCell>
            <HeadCell className="text-right">{t('agreement.items')}</HeadCell>
            <HeadCell>{t('agreement.percent')}</HeadCell>
            <HeadCell>{t('agreement.flag')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {drift.windows.map((window) => (
            <Row key={window.fromMs}>
              <Cell>{formatAbsolute(window.fromMs)}</Cell>
              <Cell>{formatAbsolute(window.toMs)}</Cell>
              <Cell align="end" className="tabular-nums">
                {formatNumber(window.n)}
              </Cell>
              <Cell className="tabular-nums">
                {percent(window.value)}{' '}
                {window.low === null ? null : (
                  <span className="text-text-2 text-xs">
                    [{percent(window.low)}, {percent(window.high)}]
                  </span>
                )}
              </Cell>
              <Cell>{window.flagged ? `! ${t('agreement.flagged')}` : ''}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Scroller>
  );
}
