'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { t } from './messages.ts';
import { changesQuery } from '../../lib/client/queries/evidence.ts';
import { stepName } from '../../lib/client/step-name.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { ChangeSet } from '../../lib/contracts/evidence.ts';
import { effectOf } from '../../lib/domain/step-effect.ts';
import { Icon } from '../ui/icon.tsx';
import { StepMark } from '../ui/step-mark.tsx';
import { ChangeGrid } from './change-grid.tsx';
import { Count } from './changes-header.tsx';
import type { DiffRange } from './diff-range.ts';

interface BeforeThatProps {
  readonly viewed: Viewed;
  readonly range: DiffRange;
  readonly changes: ChangeSet;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** The last step before this one that wrote to the same tables, on one line; opened, what it changed. */
export function BeforeThat({ viewed, range, changes, scroller }: BeforeThatProps): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  const names = new Set(changes.tables.map(({ name }) => name));
  const step = viewed.steps.findLast(
    ({ seq, wrote, tablesTouched }) =>
      seq <= range.from && wrote && tablesTouched?.some((name) => names.has(name)) === true,
  );
  const seq = step?.seq ?? 0;
  const { data } = useQuery({ ...changesQuery(viewed.recordId, seq - 1, seq), enabled: seq > 0 });
  if (step === undefined) return null;
  const earlier = data?.state === 'ok' ? data : null;
  return (
    <div className="mt-2.5">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-row w-full items-center gap-2 rounded-1 border border-line bg-surface px-2.5 text-left text-sm hover:bg-surface-2"
      >
        <Icon name={open ? 'down' : 'right'} className="size-3 text-text-3" />
        <span className="text-text-2">{t('changes.before')}</span>
        <StepMark effect={effectOf(step)} human={viewed.human} />
        <b className="font-semibold whitespace-nowrap">{t('changes.step', { seq })}</b>
        <span className="min-w-0 truncate font-mono">{stepName(step)}</span>
        <span className="hidden text-text-2 md:inline">{t('changes.beforeRest')}</span>
        {earlier === null ? null : (
          <span className="ml-auto inline-flex shrink-0 gap-1.5 font-mono">
            <Count
              glyph="+"
              count={earlier.inserted}
              colour="text-add"
              word={t('changes.added', { count: earlier.inserted })}
            />
            <Count
              glyph="~"
              count={earlier.updated}
              colour="text-mod"
              word={t('changes.modified', { count: earlier.updated })}
            />
            {earlier.deleted === 0 ? null : (
              <Count
                glyph="−"
                count={earlier.deleted}
                colour="text-del"
                word={t('changes.removed', { count: earlier.deleted })}
              />
            )}
          </span>
        )}
      </button>
      {open && earlier !== null ? (
        <div id={id} className="pl-3">
          <ChangeGrid
            viewed={viewed}
            range={{ mode: 'step', from: seq - 1, to: seq }}
            changes={earlier}
            scroller={scroller}
            label={t('changes.title', { seq, name: stepName(step) })}
          />
        </div>
      ) : null}
    </div>
  );
}
