import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { cx } from '../../ui/cx.ts';
import { percent, type Rate } from '../model/entries.ts';

const NONE = '–';

interface RatesProps {
  readonly human: Rate;
  readonly agent: Rate;
}

/** Both rates on one line: figures at the ends, a dot and a square on a 0–100 scale between them. */
export function PassDots({ human, agent }: RatesProps): ReactNode {
  const [ofHuman, ofAgent] = [percent(human), percent(agent)];
  if (ofHuman === null && ofAgent === null) {
    return (
      <span className="text-text-2">
        <span aria-hidden="true">{NONE}</span>
        <span className="sr-only">{t('scenarios.noRuns')}</span>
      </span>
    );
  }
  const said = t('scenarios.passSaid', { human: sayRate(human), agent: sayRate(agent) });
  return (
    <span className="flex items-center gap-1.5" title={said}>
      <span className="sr-only">{said}</span>
      <Figure value={ofHuman} className="text-human" />
      <span aria-hidden="true" className="relative h-2 w-12 shrink-0 before:absolute before:inset-x-0 before:top-1 before:h-px before:bg-line-strong">
        {ofAgent === null ? null : (
          <span className="absolute top-px -ml-[3px] size-1.5 rounded-[1px] bg-agent" style={{ left: `${ofAgent}%` }} />
        )}
        {ofHuman === null ? null : (
          <span className="absolute top-px -ml-[3px] size-1.5 rounded-full bg-human" style={{ left: `${ofHuman}%` }} />
        )}
      </span>
      <Figure value={ofAgent} className="text-agent" />
    </span>
  );
}

function Figure({ value, className }: { readonly value: number | null; readonly className: string }): ReactNode {
  return (
    <span aria-hidden="true" className={cx('w-[22px] shrink-0 text-right', value === null ? 'text-text-2' : className)}>
      {value ?? NONE}
    </span>
  );
}

/** Each rate on its own line, with the number of runs behind it. */
export function PassBars({ human, agent }: RatesProps): ReactNode {
  if (human.runs + agent.runs === 0) {
    return <span className="text-sm text-text-2">{t('scenarios.noRuns')}</span>;
  }
  return (
    <span className="flex flex-col text-sm leading-[18px]">
      <Bar rate={human} glyph="●" who={t('scenarios.human')} text="text-human" fill="bg-human" />
      <Bar rate={agent} glyph="■" who={t('scenarios.agent')} text="text-agent" fill="bg-agent" />
    </span>
  );
}

interface BarProps {
  readonly rate: Rate;
  readonly glyph: string;
  readonly who: string;
  readonly text: string;
  readonly fill: string;
}

function Bar({ rate, glyph, who, text, fill }: BarProps): ReactNode {
  const value = percent(rate);
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap" title={`${who}: ${sayRate(rate)}`}>
      <span aria-hidden="true" className={cx('text-xs', text)}>
        {glyph}
      </span>
      <span className="sr-only">{who}: </span>
      <span className="w-9 text-right">{value === null ? NONE : `${value} %`}</span>
      <span aria-hidden="true" className="h-1.5 w-7 bg-surface-3">
        <span className={cx('block h-full', fill)} style={{ width: `${value ?? 0}%` }} />
      </span>
      <span className="text-text-2">n {rate.runs}</span>
    </span>
  );
}

function sayRate(rate: Rate): string {
  const value = percent(rate);
  if (value === null) return t('scenarios.noRuns');
  return t('scenarios.rate', { percent: value, passes: rate.passes, runs: rate.runs });
}
