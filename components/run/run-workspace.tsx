'use client';

import { useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { t } from './messages.ts';
import { usePrefetchNeighbours } from '../../lib/client/use-prefetch-changes.ts';
import type { Episode } from '../../lib/contracts/rest-schemas.ts';
import { type Crumb, Page } from '../layout/page.tsx';
import { useStepPalette } from '../palette/index.ts';
import { Timeline } from '../timeline/index.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { Segmented } from '../ui/segmented.tsx';
import {
  ForkButton,
  ObservePane,
  type Pane,
  SplitPanes,
  useStepKeys,
  useTravel,
} from '../workspace/index.ts';
import { ListNav } from './list-nav.tsx';
import { RunActions } from './run-actions.tsx';
import { RunHead } from './run-head.tsx';
import { RunSide } from './run-side.tsx';
import { RunStrips } from './run-strips.tsx';
import { RunPill } from './run-pill.tsx';
import { useNeighbours } from './use-neighbours.ts';
import { useRun } from './use-run.ts';
import { FailedNotice } from '../blind/index.ts';

interface RunWorkspaceProps {
  readonly episode: Episode;
  readonly crumbs: readonly Crumb[];
}

/** The transcript at the left, the viewed state at the right, the run's states below. */
export function RunWorkspace({ episode, crumbs }: RunWorkspaceProps): ReactNode {
  const search = useSearchParams();
  const view = useRun(episode, search.get('step'));
  const { viewed, running } = view;
  const [pane, setPane] = useState<Pane>(search.has('tab') ? 'observe' : 'act');
  const travel = useTravel(viewed, running);
  usePrefetchNeighbours(episode.id, viewed.steps, viewed.seq);
  useStepKeys({ viewed, travel, onPane: setPane });
  useStepPalette({ recordId: episode.id, seq: viewed.seq, steps: viewed.steps });
  const neighbours = useNeighbours(episode.id);
  const absent = viewed.seq > 0 && viewed.step === null;

  return (
    <Page
      crumbs={crumbs}
      status={
        <>
          <RunPill episode={episode} />
          <ListNav neighbours={neighbours} />
        </>
      }
      actions={<RunActions episode={episode} />}
    >
      <RunHead episode={episode} />
      <RunStrips episode={episode} />
      <div className="border-line border-b bg-surface-2 px-3 py-1.5 md:hidden">
        <Segmented
          fill
          label={t('session.panes')}
          value={pane}
          onChange={setPane}
          segments={[
            { value: 'act', label: t('run.transcript') },
            { value: 'observe', label: `${t('session.observe')} · ${String(viewed.seq)}` },
          ]}
        />
      </div>
      <SplitPanes
        shown={pane}
        label={t('run.side')}
        act={<RunSide view={view} />}
        observe={
          absent ? (
            <AbsentStep view={view} />
          ) : (
            <ObservePane viewed={viewed} running={running} beside={t('run.side')} />
          )
        }
      />
      <Timeline viewed={viewed} running={running} onTravel={travel.by}>
        <ForkButton recordId={episode.id} seq={viewed.seq} folds />
      </Timeline>
    </Page>
  );
}

/** In place of a step that did not come yet. */
function AbsentStep({ view }: { readonly view: ReturnType<typeof useRun> }): ReactNode {
  if (view.error !== null) {
    return (
      <FailedNotice
        error={view.error}
        title={t('run.stepsFailed')}
        actions={<Button onClick={view.retry}>{t('common.retry')}</Button>}
      />
    );
  }
  if (view.loading) return <Loading what={t('run.step', { seq: view.viewed.seq })} />;
  return <Notice title={t('run.noStep', { seq: view.viewed.seq })}>{t('run.noStepBody')}</Notice>;
}
