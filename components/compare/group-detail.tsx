'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { formatReward } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { compareHref, runHref, shortRunId } from '../../lib/client/run-links.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { VerdictBadge } from '../ui/verdict-badge.tsx';
import { COLUMNS } from './address.ts';
import { Difference } from './difference.tsx';
import { type GroupIndex, type GroupNode, type GroupRun, runsThrough } from './group-lines.ts';
import { nameOf, Pass } from './group-node-line.tsx';

/** Runs that are listed; the rest is counted. */
const LISTED = 200;

interface GroupDetailProps {
  readonly index: GroupIndex;
  readonly node: GroupNode;
}

/** One state of the tree: what its rows are, at a run that witnesses it, and which runs went through. */
export function GroupDetail({ index, node }: GroupDetailProps): ReactNode {
  const [tab, setTab] = useState<'state' | 'runs'>('state');
  const runs = useMemo(() => runsThrough(index, node.id), [index, node.id]);
  return (
    <section aria-label={t('compare.node')} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
      <header className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-3 py-1.5 text-sm max-md:border-t">
        <h2 className="line-clamp-2 min-w-0 flex-1 font-mono font-semibold wrap-anywhere">{nameOf(node)}</h2>
        <Pass node={node} />
      </header>
      <Tabs
        id="node"
        label={t('compare.node')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'state', label: t('compare.state') },
          { value: 'runs', label: t('compare.runsThrough'), count: runs.length },
        ]}
      />
      <TabPanel id="node" value={tab} className="flex min-h-0 flex-1 flex-col">
        {tab === 'state' ? <State index={index} node={node} /> : <Runs runs={runs} />}
      </TabPanel>
    </section>
  );
}

function State({ index, node }: GroupDetailProps): ReactNode {
  const [since, setSince] = useState<'before' | 'start'>('before');
  const parent = index.tree.nodes.find(({ id }) => id === node.parent);
  const { witness } = node;
  const from = since === 'start' || parent === undefined ? { id: witness.id, seq: 0 } : parent.witness;
  return (
    <>
      <p className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-1 text-sm">
        <NavLink href={runHref(witness.id, null, witness.seq)} className="text-accent hover:underline">
          {t('compare.witness', { id: shortRunId(witness.id), seq: witness.seq })}
        </NavLink>
        <span className="flex-1" />
        {parent === undefined ? null : (
          <Segmented
            size="sm"
            label={t('compare.since')}
            value={since}
            onChange={setSince}
            segments={[
              { value: 'before', label: t('compare.sinceBefore') },
              { value: 'start', label: t('compare.sinceSeed') },
            ]}
          />
        )}
      </p>
      {parent === undefined ? (
        <p className="px-3 py-2 text-sm text-text-2">{t('compare.isSeed')}</p>
      ) : (
        <Difference key={since} a={from} b={witness} />
      )}
    </>
  );
}

function Runs({ runs }: { readonly runs: readonly GroupRun[] }): ReactNode {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <p className="sticky top-0 z-1 flex items-center gap-2 border-line border-b bg-surface px-3 py-1 text-sm">
        <span className="min-w-0 flex-1 text-text-2">{t('compare.chooseUpTo', { most: COLUMNS })}</span>
        {chosen.length < 2 ? null : (
          <NavLink href={compareHref(chosen)} className={buttonClass({ size: 'sm', variant: 'primary' })}>
            {t('compare.compareChosen', { count: chosen.length })}
          </NavLink>
        )}
      </p>
      <ul>
        {runs.slice(0, LISTED).map((run) => (
          <li key={run.id} className="flex min-h-row items-center gap-2 border-line border-b px-3 text-sm">
            <input
              type="checkbox"
              aria-label={t('compare.choose', { id: shortRunId(run.id) })}
              checked={chosen.includes(run.id)}
              disabled={!chosen.includes(run.id) && chosen.length >= COLUMNS}
              onChange={(event) =>
                setChosen((list) =>
                  event.target.checked ? [...list, run.id] : list.filter((id) => id !== run.id),
                )
              }
              className="size-4 accent-accent"
            />
            <NavLink href={runHref(run.id)} className="font-mono text-accent hover:underline">
              {shortRunId(run.id)}
            </NavLink>
            <span className="min-w-0 flex-1 truncate text-text-2">
              {[run.policy, run.sample === null ? null : t('run.sample', { sample: run.sample })]
                .filter((part) => part !== null)
                .join(' · ')}
            </span>
            {run.verdict === null ? null : <VerdictBadge verdict={run.verdict} />}
            <span className="font-mono">{run.reward === null ? '–' : formatReward(run.reward)}</span>
          </li>
        ))}
      </ul>
      {runs.length > LISTED ? (
        <p className="px-3 py-2 text-sm text-text-2">
          {t('compare.moreRuns', { count: runs.length - LISTED })}
        </p>
      ) : null}
    </div>
  );
}
