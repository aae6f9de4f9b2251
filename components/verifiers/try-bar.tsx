import type { ReactNode } from 'react';
import { formatDuration } from '../../lib/client/format.ts';
import { useKeyLabel } from '../../lib/client/keys/index.ts';
import { t } from './messages.ts';
import { isOver, type TryState } from '../../lib/client/queries/verifiers.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { isShown, type Shown } from './row-order.ts';

interface TryBarProps {
  readonly tryId: string | null;
  readonly state: TryState | undefined;
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
  /** Null: whoever looks may try none. */
  readonly onRun: (() => void) | null;
  readonly onCancel: () => void;
  readonly starting: boolean;
}

/** Which runs are shown, what the draft mends and breaks, and the button that runs it. */
export function TryBar(props: TryBarProps): ReactNode {
  const { tryId, state, shown, onShow, onRun, onCancel, starting } = props;
  const key = useKeyLabel('verifier.try');
  const rows = state?.rows ?? [];
  const running = starting || (tryId !== null && !isOver(state?.summary));
  const count = (which: Shown) => rows.reduce((sum, row) => sum + (isShown(row, which) ? 1 : 0), 0);
  const moved = (which: 'fixed' | 'broken') =>
    rows.reduce((sum, row) => sum + (row.moved === which ? 1 : 0), 0);
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-1">
      <Segmented
        label={t('verifiers.show')}
        size="sm"
        value={shown}
        onChange={onShow}
        segments={[
          { value: 'all', label: t('verifiers.all', { count: rows.length }) },
          { value: 'flips', label: t('verifiers.flips', { count: count('flips') }) },
          { value: 'disagree', label: t('verifiers.disagreeing', { count: count('disagree') }) },
        ]}
      />
      <span className="flex gap-2.5 font-semibold text-sm">
        <span className="text-ok">▲ {t('verifiers.fixed', { count: moved('fixed') })}</span>
        <span className="text-err">▼ {t('verifiers.broken', { count: moved('broken') })}</span>
      </span>
      <span className="min-w-0 flex-1" />
      <span role="status" className="text-text-2 text-xs">
        {running
          ? state === undefined
            ? t('verifiers.starting')
            : t('verifiers.running', { done: doneOf(state), total: rows.length })
          : state === undefined
            ? ''
            : t('verifiers.ran', {
                count: rows.length,
                time: formatDuration(state.summary.ms),
              })}
      </span>
      {running ? (
        <Button size="sm" onClick={onCancel}>
          {t('verifiers.cancel')}
        </Button>
      ) : onRun === null ? null : (
        <Button size="sm" onClick={onRun} aria-keyshortcuts={key?.aria}>
          {t(state === undefined ? 'verifiers.run' : 'verifiers.runAgain')}
          {key === null ? null : <Kbd>{key.shown}</Kbd>}
        </Button>
      )}
    </div>
  );
}

function doneOf({ rows }: TryState): number {
  return rows.filter(
    ({ after, evidence, problem }) => after !== null || evidence !== null || problem !== null,
  ).length;
}
