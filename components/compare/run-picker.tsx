'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { actorKey } from '../../lib/client/actor-key.ts';
import { formatAbsolute, formatAgo, formatNumber } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { runChoiceQuery } from '../../lib/client/queries/compare.ts';
import { compareHref, shortRunId } from '../../lib/client/run-links.ts';
import { useGoTo } from '../../lib/client/use-go-to.ts';
import { useNow } from '../../lib/client/use-now.ts';
import type { RunRow } from '../../lib/contracts/runs.ts';
import { pushUrl } from '../layout/url-link.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { Popover } from '../ui/popover.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { type Address, COLUMNS } from './address.ts';
import { Outcome } from './run-column-head.tsx';
import { FailedNotice } from '../blind/index.ts';

/** Chooses runs of a task, where none are named yet. */
export function RunPicker(): ReactNode {
  const goTo = useGoTo();
  const [chosen, setChosen] = useState<readonly RunRow[]>([]);
  const [first] = chosen;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 pt-3 text-sm">
        <p className="min-w-0 flex-1 text-text-2">{t('compare.pickBody', { most: COLUMNS })}</p>
        <Button
          variant="primary"
          disabled={chosen.length < 2}
          focusableWhenDisabled
          onClick={() => goTo(compareHref(chosen.map(({ id }) => id)))}
        >
          {t('compare.compareChosen', { count: chosen.length })}
        </Button>
      </div>
      <RunChoice
        start=""
        chosen={chosen.map(({ id }) => id)}
        like={first ?? null}
        onChoose={(run) =>
          setChosen((list) =>
            list.some(({ id }) => id === run.id) ? list.filter(({ id }) => id !== run.id) : [...list, run],
          )
        }
      />
    </div>
  );
}

interface RunPickerButtonProps {
  readonly address: Address;
  /** A run of the comparison: others of its task are offered. */
  readonly like: RunRow | null;
}

/** Adds a run to those that are compared. */
export function RunPickerButton({ address, like }: RunPickerButtonProps): ReactNode {
  const start = like === null ? '' : taskFilter(like);
  return (
    <Popover
      label={t('compare.add')}
      align="end"
      className="w-[560px]"
      trigger={(trigger) => (
        <Button {...trigger} size="sm">
          + {t('compare.add')}
        </Button>
      )}
    >
      {(close) => (
        <div className="flex max-h-[60dvh] flex-col">
          <RunChoice
            start={start}
            chosen={address.ids}
            like={like}
            onChoose={({ id }) => {
              if (address.ids.includes(id)) return;
              pushUrl({ ids: [...address.ids, id].join(',') });
              close();
            }}
          />
        </div>
      )}
    </Popover>
  );
}

function taskFilter({ scenario, taskIdx }: RunRow): string {
  return taskIdx === null ? `scenario:${scenario}` : `scenario:${scenario} task:${String(taskIdx)}`;
}

interface RunChoiceProps {
  readonly start: string;
  readonly chosen: readonly string[];
  readonly like: RunRow | null;
  readonly onChoose: (run: RunRow) => void;
}

function RunChoice({ start, chosen, like, onChoose }: RunChoiceProps): ReactNode {
  const [q, setQ] = useState(start);
  const query = useQuery(runChoiceQuery(useDeferredValue(q)));
  const nowMs = useNow();
  return (
    <>
      <SearchBox
        label={t('compare.search')}
        placeholder={t('compare.searchHint')}
        value={q}
        onChange={setQ}
        className="m-3 max-w-[720px]"
      />
      {query.isPending ? <Loading what={t('run.list')} /> : null}
      {query.isError ? <FailedNotice error={query.error} title={t('compare.searchFailed')} /> : null}
      {query.data?.items.length === 0 ? (
        <Notice title={t('compare.noRuns')}>{t('compare.noRunsBody')}</Notice>
      ) : null}
      <ul aria-label={t('run.list')} className="min-h-0 flex-1 overflow-y-auto border-line border-t">
        {query.data?.items.map((run) => {
          const on = chosen.includes(run.id);
          const other = like !== null && (run.scenario !== like.scenario || run.taskIdx !== like.taskIdx);
          return (
            <li key={run.id} className="border-line border-b">
              <label
                className={`flex min-h-row flex-wrap items-center gap-x-2 px-3 py-1 text-sm ${other ? 'opacity-60' : 'hover:bg-surface-2'}`}
              >
                <input
                  type="checkbox"
                  checked={on}
                  disabled={other || (!on && chosen.length >= COLUMNS)}
                  onChange={() => onChoose(run)}
                  className="size-4 accent-accent"
                />
                <span className="font-mono text-accent">{shortRunId(run.id)}</span>
                <span>
                  {run.scenario}
                  {run.taskIdx === null ? '' : ` · ${t('session.task', { index: run.taskIdx })}`}
                </span>
                <span className="min-w-0 flex-1 truncate text-text-2">
                  {[
                    run.policy ?? t(`run.actor.${actorKey(run.actor)}`),
                    run.experiment,
                    run.trainStep === null ? null : t('run.trainStep', { step: formatNumber(run.trainStep) }),
                  ]
                    .filter((part) => part !== null)
                    .join(' · ')}
                </span>
                <Outcome run={run} />
                <time className="text-text-2 text-xs" title={formatAbsolute(run.startedAtMs)}>
                  {formatAgo(run.startedAtMs, nowMs)}
                </time>
              </label>
            </li>
          );
        })}
      </ul>
      {query.data !== undefined && query.data.matched > query.data.items.length ? (
        <p className="px-3 py-1 text-sm text-text-2">
          {t('compare.moreMatch', { count: query.data.matched - query.data.items.length })}
        </p>
      ) : null}
    </>
  );
}
