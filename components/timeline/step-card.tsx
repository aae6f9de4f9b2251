'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { stepName } from '../../lib/client/step-name.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { effectOf } from '../../lib/domain/step-effect.ts';
import type { LaneCell } from '../../lib/domain/verdict-lane.ts';
import { StepMark } from '../ui/step-mark.tsx';
import { actorText, argumentsText, EffectFacts, timeText, VerdictFact } from './step-facts.tsx';

export interface StepFactsProps {
  readonly recordId: string;
  /** Null: the seed. */
  readonly step: LiveStep | null;
  readonly human: boolean;
  readonly cell: LaneCell | undefined;
  readonly lane: boolean;
}

/** All that fits of one step, above the strip. */
export function StepCard({ recordId, step, human, cell, lane }: StepFactsProps): ReactNode {
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        {step === null ? null : <StepMark effect={effectOf(step)} human={human} />}
        {step === null ? t('timeline.seedName') : t('timeline.step', { seq: step.seq })}
        {step === null ? null : (
          <span className="min-w-0 font-mono font-normal text-sm wrap-anywhere">{stepName(step)}</span>
        )}
      </p>
      <dl className="mt-1 grid grid-cols-[72px_minmax(0,1fr)] gap-x-2 gap-y-0.5 text-sm">
        {step === null ? null : (
          <>
            <Fact name={t('timeline.by')}>
              {t('timeline.at', { actor: actorText(human), time: timeText(step) })}
            </Fact>
            {argumentsText(step) === '' ? null : (
              <Fact name={t('timeline.arguments')}>
                <span className="line-clamp-3 font-mono wrap-anywhere">{argumentsText(step)}</span>
              </Fact>
            )}
            <Fact name={t('timeline.effectTitle')}>
              <EffectFacts recordId={recordId} step={step} />
            </Fact>
          </>
        )}
        {lane ? (
          <Fact name={t('timeline.verdict')}>
            <VerdictFact cell={cell} />
          </Fact>
        ) : null}
      </dl>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <>
      <dt className="text-text-2">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

/** The same in three lines, inside the strip's height. */
export function StepReadout({ recordId, step, human, cell, lane }: StepFactsProps): ReactNode {
  return (
    <div className="flex w-[270px] min-w-0 flex-col justify-center text-xs leading-4 [&>*]:truncate">
      <span>
        <b className="font-medium">
          {step === null ? t('timeline.seedName') : t('timeline.step', { seq: step.seq })}
        </b>{' '}
        {step === null ? null : <span className="font-mono">{stepName(step)}</span>}
      </span>
      {step === null ? null : (
        <span className="text-text-2">
          {[t('timeline.at', { actor: actorText(human), time: timeText(step) }), argumentsText(step)]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
      )}
      <span className="text-text-2">
        {step === null ? null : <EffectFacts recordId={recordId} step={step} />}
        {lane ? (
          <>
            {step === null ? null : ' · '}
            <VerdictFact cell={cell} />
          </>
        ) : null}
      </span>
    </div>
  );
}
