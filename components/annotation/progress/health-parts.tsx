import type { ReactNode } from 'react';
import { formatAbsolute, formatDate, formatDuration, formatNumber } from '../../../lib/client/format.ts';
import { runHref, shortRunId } from '../../../lib/client/run-links.ts';
import type { ProgressAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { Part, Scroller } from '../agreement/index.ts';
import { t } from './messages.ts';

interface RunOf {
  readonly run: string;
  readonly scenario: string;
  readonly task: number | null;
}

function RunLink({ run, scenario, task }: RunOf): ReactNode {
  return (
    <NavLink href={runHref(run)} className="text-accent underline">
      {task === null ? scenario : t('agreement.taskN', { scenario, task })} · {shortRunId(run)}
    </NavLink>
  );
}

/** Items that wait for somebody who may not come. */
export function StuckPart({ stuck, stuckTotal }: Pick<ProgressAnswer, 'stuck' | 'stuckTotal'>): ReactNode {
  return (
    <Part
      title={t('agreement.stuckTitle')}
      {...(stuckTotal > stuck.length && {
        says: t('agreement.stuckMore', { shown: stuck.length, total: stuckTotal }),
      })}
    >
      {stuck.length === 0 ? (
        <p className="px-3 py-2 text-sm text-text-2">{t('agreement.stuckNone')}</p>
      ) : (
        <Scroller label={t('agreement.stuckTitle')} className="max-h-80">
          <Table label={t('agreement.stuckTitle')} className="font-sans">
            <thead>
              <tr>
                <HeadCell>{t('agreement.run')}</HeadCell>
                <HeadCell>{t('agreement.reason')}</HeadCell>
                <HeadCell>{t('agreement.since')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {stuck.map((item) => (
                <Row key={item.item}>
                  <Cell>
                    <RunLink run={item.run} scenario={item.scenario} task={item.task} />
                  </Cell>
                  <Cell>{t(`agreement.stuckWhy.${item.why}`, { names: item.names.join(', ') })}</Cell>
                  <Cell title={formatAbsolute(item.sinceMs)}>{formatDate(item.sinceMs)}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Scroller>
      )}
    </Part>
  );
}

/** Labels that took far less time than their length asks for. */
export function RushedPart({ rushed }: Pick<ProgressAnswer, 'rushed'>): ReactNode {
  return (
    <Part title={t('agreement.rushedTitle')} says={t('agreement.rushedRule')}>
      {rushed.length === 0 ? (
        <p className="px-3 py-2 text-sm text-text-2">{t('agreement.rushedNone')}</p>
      ) : (
        <Scroller label={t('agreement.rushedTitle')} className="max-h-80">
          <Table label={t('agreement.rushedTitle')} className="font-sans">
            <thead>
              <tr>
                <HeadCell>{t('agreement.run')}</HeadCell>
                <HeadCell>{t('agreement.person')}</HeadCell>
                <HeadCell>{t('agreement.reason')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {rushed.map((label) => (
                <Row key={label.submission}>
                  <Cell>
                    <RunLink run={label.run} scenario={label.scenario} task={label.task} />
                  </Cell>
                  <Cell>{label.name}</Cell>
                  <Cell>
                    {t('agreement.rushedOf', {
                      time: formatDuration(label.activeMs),
                      share: `${formatNumber(Math.min(label.ofOthers ?? 1, label.ofOwn ?? 1) * 100, 0)} %`,
                    })}
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
