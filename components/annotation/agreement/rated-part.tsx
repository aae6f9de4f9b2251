'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { confusionQuery, ratedQuery } from '../../../lib/client/queries/agreement.ts';
import { runHref, shortRunId } from '../../../lib/client/run-links.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { projectHref } from '../frame/index.ts';
import { t } from './messages.ts';
import { Part, Scroller } from './part.tsx';
import type { Look } from './use-look.ts';
import { valueName } from './words.ts';

const MOST = 200;

/** The items behind the figures: those in dispute, or those of a cell of the table above. */
export function RatedPart({ project, look }: { readonly project: string; readonly look: Look }): ReactNode {
  const found = useQuery(ratedQuery(project, look.look, look.measure, look.rated));
  // The words of the schema for what was said; the table above asks the same.
  const said = useQuery(confusionQuery(project, look.look, look.measure, {}));
  const words = new Map(said.data?.values.map(({ value, label }) => [value, label]));
  const nameOf = (value: string): string => valueName(value, words.get(value) ?? value);
  const { value, against, rated } = look;
  const items = found.data?.items ?? [];
  const total = found.data?.total ?? 0;
  return (
    <Part
      title={t('agreement.rated')}
      {...(found.data !== undefined && { says: t('agreement.ratedCount', { count: total }) })}
      actions={
        <>
          {value === null ? (
            <Segmented
              size="sm"
              label={t('agreement.which')}
              value={rated.which}
              segments={[
                { value: 'disagree', label: t('agreement.whichDisagree') },
                { value: 'agree', label: t('agreement.whichAgree') },
                { value: 'all', label: t('agreement.whichAll') },
              ]}
              onChange={(which) => look.set({ which })}
            />
          ) : (
            <>
              <span className="text-sm">
                {t('agreement.cellFilter', {
                  first: nameOf(value),
                  second: nameOf(against ?? ''),
                })}
              </span>
              <Button size="sm" onClick={() => look.set({ value: null, against: null })}>
                {t('agreement.clear')}
              </Button>
            </>
          )}
          <NavLink href={projectHref(project, 'disagreements')} className="text-accent text-sm underline">
            {t('agreement.adjudicate')}
          </NavLink>
        </>
      }
    >
      {found.data === undefined ? (
        <SkeletonRows what={t('agreement.what')} />
      ) : items.length === 0 ? (
        <p className="px-3 py-2 text-sm text-text-2">{t('agreement.noRated')}</p>
      ) : (
        <Scroller label={t('agreement.rated')} className="max-h-[480px]">
          <Table label={t('agreement.rated')} className="font-sans">
            <thead>
              <tr>
                <HeadCell>{t('agreement.run')}</HeadCell>
                <HeadCell>{t('agreement.labels')}</HeadCell>
                <HeadCell>
                  <span className="sr-only">{t('agreement.adjudicate')}</span>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <Row key={`${item.item}/${String(item.step)}`}>
                  <Cell>
                    <NavLink href={runHref(item.run, null, item.step)} className="text-accent underline">
                      {item.task === null
                        ? item.scenario
                        : t('agreement.taskN', { scenario: item.scenario, task: item.task })}
                      {' · '}
                      {shortRunId(item.run)}
                      {item.step === null ? '' : ` · ${t('agreement.stepN', { step: item.step })}`}
                    </NavLink>
                  </Cell>
                  <Cell className="whitespace-normal">
                    {item.labels.map(({ submission, name, value: theirs }) => (
                      <span key={submission} className="mr-3 inline-block">
                        <span className="text-text-2">{name}</span> {nameOf(theirs)}
                      </span>
                    ))}
                  </Cell>
                  <Cell align="end">
                    {new Set(item.labels.map((label) => label.value)).size > 1 ? (
                      <NavLink
                        href={`${projectHref(project, 'disagreements')}?item=${item.item}`}
                        className="text-accent underline"
                      >
                        {t('agreement.decide')}
                      </NavLink>
                    ) : null}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Scroller>
      )}
      {total > items.length && rated.limit < MOST ? (
        <div className="px-3 py-2">
          <Button size="sm" onClick={() => look.set({ limit: String(MOST) })}>
            {t('agreement.more')}
          </Button>
        </div>
      ) : null}
    </Part>
  );
}
