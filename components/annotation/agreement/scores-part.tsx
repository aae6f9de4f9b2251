import type { ReactNode } from 'react';
import type { AgreementAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { FigureValue, ShareValue } from './figure.tsx';
import { t } from './messages.ts';
import { Part, Scroller } from './part.tsx';

/** How each annotator stands to what is known, and to what they said before. */
export function ScoresPart({ self, gold }: Pick<AgreementAnswer, 'self' | 'gold'>): ReactNode {
  const people = new Map([...self, ...gold].map(({ person, name }) => [person, name]));
  return (
    <Part
      title={t('agreement.self')}
      says={people.size === 0 ? t('agreement.noSelf') : t('agreement.selfSays')}
    >
      {people.size === 0 ? (
        <div className="h-2" />
      ) : (
        <Scroller label={t('agreement.self')}>
          <Table label={t('agreement.self')} className="font-sans">
            <thead>
              <tr>
                <HeadCell>{t('agreement.person')}</HeadCell>
                <HeadCell>{t('agreement.selfOutcome')}</HeadCell>
                <HeadCell>{t('agreement.kappa')}</HeadCell>
                <HeadCell>{t('agreement.goldOutcome')}</HeadCell>
                <HeadCell>{t('agreement.goldError')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {[...people].map(([person, name]) => {
                const own = self.find((one) => one.person === person);
                const known = gold.find((one) => one.person === person);
                return (
                  <Row key={person}>
                    <Cell>{name}</Cell>
                    <Cell>
                      <ShareValue share={own?.outcome ?? null} />
                    </Cell>
                    <Cell>
                      {own === undefined ? (
                        '–'
                      ) : (
                        <FigureValue figure={own.kappa} formula={t('agreement.formulas.kappa')} />
                      )}
                    </Cell>
                    <Cell>
                      <ShareValue share={known?.outcome ?? null} />
                    </Cell>
                    <Cell>
                      <ShareValue share={known?.firstError ?? null} />
                    </Cell>
                  </Row>
                );
              })}
            </tbody>
          </Table>
        </Scroller>
      )}
    </Part>
  );
}
