'use client';

import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { callApi } from '../../../lib/client/api.ts';
import { randomId } from '../../../lib/client/random-id.ts';
import { useKey } from '../../../lib/client/keys/index.ts';
import type { AdjudicationItem } from '../../../lib/contracts/annotation/adjudication.ts';
import { adjudicationRoutes } from '../../../lib/contracts/annotation/rest-adjudication.ts';
import { settle, type Choice } from '../../../lib/domain/adjudication/index.ts';
import { readTask } from '../../../lib/domain/task-words/index.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { AfterDecision } from './after-decision.tsx';
import { CompareTable } from './compare-table.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { DecisionKeeper, newerDraft } from './decision-store.ts';
import { EvidencePane } from './evidence-pane.tsx';
import { KeyFoot } from './key-foot.tsx';
import { t } from './messages.ts';
import { SendToFix } from '../pairs/index.ts';
import { PairSteps } from './pair-steps.tsx';
import { TaskStrip } from './task-strip.tsx';
import { startOf, type Walk } from './walk.ts';

interface ItemViewProps {
  readonly item: AdjudicationItem;
  readonly walk: Walk | null;
  /** Id of whoever decides; '' where nobody said a name. */
  readonly person: string;
  readonly onStopWalk: () => void;
  readonly onDecided: (item: AdjudicationItem, then: 'next' | 'group') => void;
  readonly onSkipped: () => void;
  readonly onReveal: () => void;
  readonly onReopen: () => void;
  readonly onChanged: () => void;
  readonly onApply: () => void;
}

/** One item: its task, its labels, the evidence, the decision. */
export function ItemView(props: ItemViewProps): ReactNode {
  const { item, walk, person } = props;
  const [keeper] = useState(() => new DecisionKeeper(item, startOf(item, walk), person));
  const decided = item.state === 'decided';
  const fixed = decided || item.cannot !== null || item.state === 'held';
  useEffect(() => (fixed ? undefined : keeper.open()), [keeper, fixed]);
  const state = useStore(keeper.store);
  const sections = useRef<HTMLDivElement>(null);
  const reason = useRef<HTMLInputElement>(null);
  const words = useMemo(() => readTask(item.run.task ?? ''), [item.run.task]);
  const [side, setSide] = useState<0 | 1>(0);
  const looked = side === 1 && item.otherRun !== null ? item.otherRun : { alias: item.item, run: item.run };
  const [sending, setSending] = useState(false);
  const whole = useSearchParams().get('open') === 'run';
  const { draft } = state;
  const settlement = useMemo(
    () =>
      settle({
        docs: item.labels.map(({ doc }) => doc),
        schema: item.schema.doc,
        choices: choicesOf(draft.choices, item),
        own: draft.own,
        rationale: draft.reason,
      }),
    [item, draft],
  );
  const rows = settlement.rows.map(({ row }) => row.id);
  const summary = t('adjudication.decided', {
    decided: rows.length - settlement.open.length,
    total: rows.length,
    outcome: settlement.fromOutcome,
  });
  const ready =
    !fixed && settlement.open.length === 0 && (draft.section !== null || draft.reason.trim() !== '');
  const decide = useMutation({
    mutationFn: async ({ key }: { readonly key: string; readonly then: 'next' | 'group' }) => {
      await keeper.settle();
      const { revision, draft: last } = keeper.store.getState();
      const body = { baseRevision: revision, draft: last, key, like: walk?.like ?? null };
      return callApi(adjudicationRoutes.decideDisagreement, { params: { item: item.item }, body });
    },
    onSuccess: (answer, { then }) => {
      keeper.done();
      props.onDecided(answer, then);
    },
    onError: (error) => {
      const theirs = newerDraft(error);
      if (theirs !== null) keeper.conflict(theirs);
      keeper.resume();
    },
  });
  const skip = useMutation({
    mutationFn: async () => {
      // A save after it would take the item again.
      await keeper.settle();
      return callApi(adjudicationRoutes.skipDisagreement, { params: { item: item.item }, body: {} });
    },
    onSuccess: props.onSkipped,
    onError: () => keeper.resume(),
  });
  const submit = (then: 'next' | 'group'): void => {
    if (ready && !decide.isPending) decide.mutate({ key: randomId(), then });
  };
  const look = (row: string): void => {
    const seq = /^step:(\d+)$/.exec(row)?.[1];
    keeper.look(seq === undefined ? { row } : { row, step: Number(seq) });
  };
  const move = (by: 1 | -1): void => {
    const at = rows.indexOf(state.row ?? '');
    const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next !== undefined) look(next);
  };
  const choose = (row: string, choice: string): void => {
    look(row);
    keeper.change({ choices: { ...draft.choices, [row]: choice } });
  };
  const chooseHere = (choice: string): void => {
    const known = choice === 'own' || item.labels.some(({ letter }) => letter === choice);
    if (state.row !== null && rows.includes(state.row) && known) choose(state.row, choice);
  };
  const enabled = !fixed;
  useKey('adjudicate.next', () => move(1));
  useKey('adjudicate.previous', () => move(-1));
  useKey('adjudicate.a', () => chooseHere('A'), { enabled });
  useKey('adjudicate.b', () => chooseHere('B'), { enabled });
  useKey('adjudicate.c', () => chooseHere('C'), { enabled });
  useKey('adjudicate.d', () => chooseHere('D'), { enabled });
  useKey('adjudicate.own', () => chooseHere('own'), { enabled });
  useKey('adjudicate.guideline', () => sections.current?.querySelector('button')?.focus(), { enabled });
  useKey('adjudicate.reason', () => reason.current?.focus(), { enabled });
  useKey('adjudicate.decide', () => submit('next'), { enabled });
  useKey('adjudicate.fix', () => setSending(true));
  useKey('adjudicate.skip', () => skip.mutate(), { enabled });
  useKey('adjudicate.reveal', props.onReveal, { enabled: enabled && item.revealedAtMs === null });
  useKey('adjudicate.group', () => (decided ? props.onApply() : submit('group')));
  const step = looked.run.steps.find(({ seq }) => seq === state.step) ?? looked.run.steps.at(-1);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col max-md:shrink-0 max-md:basis-auto md:overflow-y-auto">
      <TaskStrip run={item.run} otherRun={item.otherRun?.run ?? null} words={words} whole={whole} />
      <Notes item={item} walk={walk} onStopWalk={props.onStopWalk} />
      {whole ? null : (
        <CompareTable
          item={item}
          settlement={settlement}
          draft={draft}
          row={state.row}
          step={state.step}
          fixed={fixed}
          onRow={look}
          onStep={(seq) => keeper.look({ step: seq })}
          onChoose={choose}
          onOwn={(own) => keeper.change({ own })}
        />
      )}
      {item.otherRun === null || whole ? null : (
        <PairSteps
          runs={[item.run, item.otherRun.run]}
          side={side}
          step={state.step}
          onLook={(to, seq) => {
            setSide(to);
            keeper.look({ step: seq });
          }}
        />
      )}
      {step === undefined ? (
        <div className="flex-1" />
      ) : (
        <EvidencePane
          alias={looked.alias}
          run={looked.run}
          step={step}
          words={words}
          whole={whole}
          sides={
            item.otherRun === null || !whole ? null : (
              <Segmented
                size="sm"
                label={t('adjudication.whichRun')}
                value={side === 0 ? 'first' : 'second'}
                segments={[
                  { value: 'first', label: t('adjudication.preferA') },
                  { value: 'second', label: t('adjudication.preferB') },
                ]}
                onChange={(value) => setSide(value === 'first' ? 0 : 1)}
              />
            )
          }
          onStep={(seq) => keeper.look({ step: seq })}
          onFix={() => setSending(true)}
        />
      )}
      {sending && step !== undefined ? (
        <SendToFix run={looked.alias} seq={step.seq} onClose={() => setSending(false)} />
      ) : null}
      {decided || item.shown !== null ? (
        <AfterDecision item={item} onReopen={props.onReopen} onChanged={props.onChanged} />
      ) : null}
      {fixed ? null : (
        <DecisionBar
          item={item}
          state={state}
          ready={ready}
          summary={summary}
          busy={decide.isPending}
          error={decide.error?.message ?? skip.error?.message ?? null}
          sections={sections}
          reason={reason}
          onChange={(to) => keeper.change(to)}
          onDecide={() => submit('next')}
          onSkip={() => skip.mutate()}
          onResolve={(take) => keeper.resolve(take)}
        />
      )}
      <KeyFoot summary={summary} saidAbove={!fixed} />
    </div>
  );
}

function Notes({ item, walk, onStopWalk }: Pick<ItemViewProps, 'item' | 'walk' | 'onStopWalk'>): ReactNode {
  const lines = [
    item.state === 'held'
      ? `${t('adjudication.heldBy', { name: item.heldBy ?? '' })}. ${t('adjudication.heldWhy')}`
      : null,
    item.cannot === null
      ? null
      : `${t('adjudication.cannotLabelled')}. ${t('adjudication.cannotLabelledWhy')}`,
    item.state === 'waiting' ? t('adjudication.waiting') : null,
    item.labelsChanged ? t('adjudication.labelsChanged') : null,
    item.couldLook && item.state !== 'decided' ? t('adjudication.couldLook') : null,
  ].filter((line) => line !== null);
  if (lines.length === 0 && walk === null) return null;
  return (
    <div className="shrink-0 border-line border-b bg-surface px-4 py-1 text-sm">
      {walk === null ? null : (
        <p role="status" className="flex items-center gap-2">
          {t('adjudication.applying', { item: walk.like.slice(0, 6), left: walk.left.length })}
          <Button size="sm" onClick={onStopWalk}>
            {t('adjudication.stopApplying')}
          </Button>
        </p>
      )}
      {lines.map((line) => (
        <p key={line} className="text-warn">
          ! {line}
        </p>
      ))}
    </div>
  );
}

function choicesOf(
  choices: Readonly<Record<string, string>>,
  { labels }: AdjudicationItem,
): Record<string, Choice> {
  return Object.fromEntries(
    Object.entries(choices).map(([row, choice]): [string, Choice] => [
      row,
      choice === 'own' ? 'own' : labels.findIndex(({ letter }) => letter === choice),
    ]),
  );
}
