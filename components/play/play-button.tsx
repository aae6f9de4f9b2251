'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { usePlay } from './use-play.ts';

interface PlayButtonProps {
  readonly scenario: string;
  /** Null: a session without a task. */
  readonly taskIdx: number | null;
  readonly variant?: 'default' | 'primary';
  readonly size?: 'md' | 'sm';
  /** Instead of the task's number. */
  readonly label?: string;
}

/** Starts a task, and beside it the choice of a baseline play: one in which nothing tells how it goes. */
export function PlayButton(props: PlayButtonProps): ReactNode {
  const { scenario, taskIdx, variant = 'default', size = 'md' } = props;
  const { start, busy, problem } = usePlay(scenario, taskIdx);
  const named = taskIdx === null ? t('scenario.playFree') : t('scenario.playTask', { index: taskIdx });
  const label = props.label ?? named;
  // Without a task there is nothing to pass, so nothing to measure.
  const entries: readonly MenuEntry[] =
    taskIdx === null
      ? []
      : [
          {
            id: 'play',
            label: t('scenario.playPlain'),
            detail: t('scenario.plainDetail'),
            onSelect: () => start({ baseline: false }),
          },
          {
            id: 'baseline',
            label: t('scenario.playBaseline'),
            detail: t('scenario.baselineDetail'),
            onSelect: () => start({ baseline: true }),
          },
        ];
  const split = entries.length > 0;
  return (
    <>
      <span className="inline-flex shrink-0">
        <Button
          variant={variant}
          size={size}
          aria-label={label}
          disabled={busy}
          focusableWhenDisabled
          className={split ? 'rounded-r-none focus-visible:z-10' : undefined}
          onClick={() => start({ baseline: false })}
        >
          <Icon name="play" className="size-3" />
          {busy ? t('scenario.starting') : label}
        </Button>
        {split ? (
          <Menu
            label={t('scenario.playOptions', { index: taskIdx ?? 0 })}
            entries={entries}
            align="end"
            trigger={(trigger) => (
              <Button
                {...trigger}
                variant={variant}
                size={size}
                disabled={busy}
                focusableWhenDisabled
                aria-label={t('scenario.playOptions', { index: taskIdx ?? 0 })}
                className="-ml-px rounded-l-none px-1.5 focus-visible:z-10"
              >
                <Icon name="down" className="size-3" />
              </Button>
            )}
          />
        ) : null}
      </span>
      {problem === null ? null : (
        <span role="alert" className="text-err text-sm wrap-anywhere">
          {t('scenario.startFailed')}: {problem}
        </span>
      )}
    </>
  );
}
