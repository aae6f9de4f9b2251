'use client';

import type { ReactNode } from 'react';
import { useNow } from '../../../lib/client/use-now.ts';
import { formatAbsolute, formatAgo, formatDuration, formatNumber } from '../../../lib/client/format.ts';
import type { ProgressAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { Part, Scroller, ShareValue } from '../agreement/index.ts';
import { projectHref } from '../frame/index.ts';
import { t } from './messages.ts';

const COUNTS = ['submitted', 'reserved', 'skipped', 'expired', 'returned', 'flagged', 'revealed'] as const;
const HEADS = {
  submitted: 'agreement.submitted',
  reserved: 'agreement.reserved',
  skipped: 'agreement.skipped',
  expired: 'agreement.expired',
  returned: 'agreement.returned',
  flagged: 'agreement.flags',
  revealed: 'agreement.revealed',
} as const;

/** Each annotator's work: how much, how long, how it stands to what is known. */
export function PeoplePart({
  project,
  people,
}: {
  readonly project: string;
  readonly people: ProgressAnswer['people'];
}): ReactNode {
  const now = useNow();
  return (
    <Part title={t('agreement.people')}>
      {people.length === 0 ? (
        <p className="px-3 py-2 text-sm text-text-2">{t('agreement.noPeople')}</p>
      ) : (
        <Scroller label={t('agreement.people')}>
          <Table label={t('agreement.people')} className="font-sans">
            <thead>
              <tr>
                <HeadCell>{t('agreement.person')}</HeadCell>
                {COUNTS.map((count) => (
                  <HeadCell key={count} className="text-right">
                    {t(HEADS[count])}
                  </HeadCell>
                ))}
                <HeadCell className="text-right">{t('agreement.median')}</HeadCell>
                <HeadCell>{t('agreement.gold')}</HeadCell>
                <HeadCell>{t('agreement.again')}</HeadCell>
                <HeadCell className="text-right">
                  <Tooltip text={t('agreement.rushedRule')}>
                    <span tabIndex={0} className="rounded-1">
                      {t('agreement.rushed')}
                    </span>
                  </Tooltip>
                </HeadCell>
                <HeadCell>{t('agreement.last')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {people.map((one) => (
                <Row key={one.person}>
                  <Cell>
                    <NavLink
                      href={`${projectHref(project, 'agreement')}?person=${encodeURIComponent(one.person)}&by=annotator`}
                      className="text-accent underline"
                    >
                      {one.name}
                    </NavLink>
                  </Cell>
                  {COUNTS.map((count) => (
                    <Cell key={count} align="end" className="tabular-nums">
                      {formatNumber(one[count])}
                    </Cell>
                  ))}
                  <Cell align="end" className="tabular-nums">
                    {one.medianMs === null ? '–' : formatDuration(one.medianMs)}
                  </Cell>
                  <Cell>
                    <ShareValue share={one.gold} />
                  </Cell>
                  <Cell>
                    <ShareValue share={one.self} />
                  </Cell>
                  <Cell align="end" className="tabular-nums">
                    {one.rushed > 0 ? `! ${formatNumber(one.rushed)}` : '0'} / {formatNumber(one.timed)}
                  </Cell>
                  <Cell>
                    {one.lastAtMs === null ? (
                      '–'
                    ) : (
                      <time
                        dateTime={new Date(one.lastAtMs).toISOString()}
                        title={formatAbsolute(one.lastAtMs)}
                      >
                        {formatAgo(one.lastAtMs, now)}
                      </time>
                    )}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Scroller>
      )}
    </Part>
  );
}
