'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { StateAt } from '../../lib/client/queries/compare.ts';
import { shortRunId } from '../../lib/client/run-links.ts';
import { pushUrl } from '../layout/url-link.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { writeStates } from './address.ts';
import { Difference } from './difference.tsx';

interface DifferencePanelProps {
  readonly at: readonly StateAt[];
}

/** What differs between two states that were picked, of one run or of two. */
export function DifferencePanel({ at }: DifferencePanelProps): ReactNode {
  const [a, b] = at;
  return (
    <section
      aria-label={t('compare.difference')}
      className="flex h-[42%] min-h-40 shrink-0 flex-col border-line-strong border-t bg-surface"
    >
      <header className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-3 py-1 text-sm">
        <h2 className="font-semibold">{t('compare.difference')}</h2>
        <p role="status" className="min-w-0 flex-1 text-text-2">
          {a === undefined ? null : <StateName letter="A" state={a} />}
          {b === undefined ? (
            <> · {t('compare.pickSecond')}</>
          ) : (
            <>
              {' → '}
              <StateName letter="B" state={b} />
            </>
          )}
        </p>
        {a === undefined || b === undefined ? null : (
          <Button size="sm" onClick={() => pushUrl({ at: writeStates([b, a]) })}>
            {t('compare.swap')}
          </Button>
        )}
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('compare.close')}
          title={t('compare.close')}
          onClick={() => pushUrl({ at: null })}
        >
          <Icon name="close" className="size-3" />
        </Button>
      </header>
      {a === undefined || b === undefined ? (
        <p className="px-3 py-2 text-sm text-text-2">{t('compare.pickSecondBody')}</p>
      ) : (
        <Difference key={`${a.id}:${String(a.seq)} ${b.id}:${String(b.seq)}`} a={a} b={b} />
      )}
    </section>
  );
}

function StateName({ letter, state }: { readonly letter: string; readonly state: StateAt }): ReactNode {
  return (
    <>
      <b className="font-semibold text-text">{letter}</b>{' '}
      {state.seq === 0
        ? t('compare.seedOf', { id: shortRunId(state.id) })
        : t('compare.stateOf', { id: shortRunId(state.id), seq: state.seq })}
    </>
  );
}
