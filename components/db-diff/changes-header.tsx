'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { stepName } from '../../lib/client/step-name.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { ChangeSet } from '../../lib/contracts/evidence.ts';
import { pushUrl } from '../layout/url-link.tsx';
import { cx } from '../ui/cx.ts';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import type { DiffRange } from './diff-range.ts';

interface ChangesHeaderProps {
  readonly viewed: Viewed;
  readonly range: DiffRange;
  readonly changes: ChangeSet | null;
}

/** What is compared, how much of it changed, and the choice of another pair of states. */
export function ChangesHeader({ viewed, range, changes }: ChangesHeaderProps): ReactNode {
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-3 py-1.5">
      <h2 className="font-semibold text-md wrap-anywhere">{titleOf(viewed, range)}</h2>
      {changes === null ? null : <Counts changes={changes} mode={range.mode} />}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <Segmented
          label={t('changes.range')}
          value={range.mode}
          segments={[
            { value: 'step', label: t('changes.thisStep') },
            { value: 'start', label: t('changes.sinceStart') },
            { value: 'pair', label: t('changes.pickTwo') },
          ]}
          onChange={(mode) => pushUrl({ diff: diffOf(mode, range) })}
        />
      </div>
      {range.mode === 'pair' ? <PairPicker viewed={viewed} range={range} /> : null}
    </header>
  );
}

function diffOf(mode: DiffRange['mode'], { from, to }: DiffRange): string | null {
  switch (mode) {
    case 'step':
      return null;
    case 'start':
      return 'start';
    case 'pair':
      return `${from}..${to}`;
  }
}

function titleOf(viewed: Viewed, { mode, from, to }: DiffRange): string {
  switch (mode) {
    case 'start':
      return to === 0 ? t('changes.titleSeed') : t('changes.titleStart', { to });
    case 'pair':
      return t('changes.titlePair', { from: stateName(from), to: stateName(to) });
    case 'step':
      return viewed.step === null
        ? t('changes.titleSeed')
        : t('changes.title', { seq: viewed.seq, name: stepName(viewed.step) });
  }
}

/** A state by the step after which it was seen. */
export function stateName(seq: number): string {
  return seq === 0 ? t('changes.seed') : t('changes.step', { seq });
}

function Counts({
  changes,
  mode,
}: {
  readonly changes: ChangeSet;
  readonly mode: DiffRange['mode'];
}): ReactNode {
  const { inserted, updated, deleted } = changes;
  const counts = { rows: inserted + updated + deleted, tables: changes.tables.length };
  if (counts.rows === 0) return null;
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-sm text-text-2">
      {t(mode === 'step' ? 'changes.wrote' : 'changes.differ', counts)}
      <span className="inline-flex gap-1.5 font-mono">
        <Count glyph="+" count={inserted} colour="text-add" word={t('changes.added', { count: inserted })} />
        <Count glyph="~" count={updated} colour="text-mod" word={t('changes.modified', { count: updated })} />
        <Count glyph="−" count={deleted} colour="text-del" word={t('changes.removed', { count: deleted })} />
      </span>
    </p>
  );
}

interface CountProps {
  readonly glyph: string;
  readonly count: number;
  readonly colour: string;
  readonly word: string;
}

/** `+2`; nothing of a kind is said too, but quietly. */
export function Count({ glyph, count, colour, word }: CountProps): ReactNode {
  return (
    <span className={count === 0 ? 'text-text-3' : cx('font-semibold', colour)}>
      <span aria-hidden="true">
        {glyph}
        {count}
      </span>
      <span className="sr-only">{word}</span>
    </span>
  );
}

function PairPicker({ viewed, range }: { readonly viewed: Viewed; readonly range: DiffRange }): ReactNode {
  const options = [
    { seq: 0, name: t('changes.titleSeed') },
    ...viewed.steps.map((step) => ({ seq: step.seq, name: `${step.seq} · ${stepName(step)}` })),
  ];
  const pick = (from: number, to: number): void => pushUrl({ diff: `${from}..${to}` });
  return (
    <div className="flex w-full flex-wrap items-center gap-2 text-sm text-text-2">
      <StatePicker
        label={t('changes.pickFrom')}
        seq={range.from}
        options={options}
        onPick={(from) => pick(from, range.to)}
      />
      <StatePicker
        label={t('changes.pickTo')}
        seq={range.to}
        options={options}
        onPick={(to) => pick(range.from, to)}
      />
    </div>
  );
}

interface StatePickerProps {
  readonly label: string;
  readonly seq: number;
  readonly options: readonly { readonly seq: number; readonly name: string }[];
  readonly onPick: (seq: number) => void;
}

function StatePicker({ label, seq, options, onPick }: StatePickerProps): ReactNode {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <span className="whitespace-nowrap">{label}</span>
      <Select
        label={label}
        value={String(seq)}
        options={options.map((option) => ({ value: String(option.seq), label: option.name }))}
        onChange={(value) => onPick(Number(value))}
      />
    </span>
  );
}
