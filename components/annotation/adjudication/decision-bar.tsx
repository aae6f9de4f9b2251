import { type ReactNode, type RefObject } from 'react';
import type { AdjudicationItem, DecisionDraft } from '../../../lib/contracts/annotation/adjudication.ts';
import { formatTime } from '../../../lib/client/format.ts';
import { useKeyLabel } from '../../../lib/client/keys/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Input, Textarea } from '../../ui/input.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import type { DecisionState } from './decision-store.ts';
import { t } from './messages.ts';

interface DecisionBarProps {
  readonly item: AdjudicationItem;
  readonly state: DecisionState;
  readonly ready: boolean;
  /** How far it is. */
  readonly summary: string;
  readonly busy: boolean;
  readonly error: string | null;
  readonly sections: RefObject<HTMLDivElement | null>;
  readonly reason: RefObject<HTMLInputElement | null>;
  readonly onChange: (to: Partial<DecisionDraft>) => void;
  readonly onDecide: () => void;
  readonly onSkip: () => void;
  readonly onResolve: (take: 'theirs' | 'mine') => void;
}

/** Sections offered as buttons. */
const OFFERED = 5;

/** Why, and on to the next one: on a narrow screen that stays in sight while the rest scrolls. */
export function DecisionBar({
  item,
  state,
  ready,
  summary,
  busy,
  error,
  sections,
  reason,
  onChange,
  onDecide,
  onSkip,
  onResolve,
}: DecisionBarProps): ReactNode {
  const { draft } = state;
  const skip = useKeyLabel('adjudicate.skip');
  const decide = useKeyLabel('adjudicate.decide');
  return (
    <div className="grid shrink-0 grid-cols-[minmax(0,1fr)_320px] gap-x-5 gap-y-2 border-line-strong border-t bg-bg px-4 pt-2 pb-3 max-lg:grid-cols-1 max-md:contents">
      <div className="max-md:border-line-strong max-md:border-t max-md:px-4 max-md:pt-2">
        <h3 className="flex h-6 items-center gap-1.5 font-semibold text-sm">
          {t('adjudication.reason')}
          <span className="font-normal text-text-2">{t('adjudication.reasonHint')}</span>
          <SaveState state={state} onResolve={onResolve} />
        </h3>
        <div ref={sections} className="flex flex-wrap items-center gap-1.5">
          {offered(item, draft.section).map(({ number, title }) => {
            const on = draft.section === number;
            return (
              <button
                key={number}
                type="button"
                aria-pressed={on}
                onClick={() => onChange({ section: on ? null : number })}
                className={cx(
                  'h-[26px] rounded-1 border px-2 text-sm',
                  on
                    ? 'on-tint border-accent bg-accent-soft font-semibold text-accent'
                    : 'border-line-control bg-surface text-text-2 hover:bg-surface-2',
                )}
              >
                {on ? '✓ ' : ''}
                {number} {title}
              </button>
            );
          })}
          <Input
            ref={reason}
            aria-label={t('adjudication.reason')}
            placeholder={t('adjudication.writeReason')}
            className="h-[26px] min-w-44 flex-1"
            value={draft.reason}
            onChange={(event) => onChange({ reason: event.target.value })}
          />
        </div>
        {draft.proposal === null ? null : (
          <Textarea
            aria-label={t('adjudication.proposal')}
            placeholder={t('adjudication.proposal')}
            className="mt-2 w-full"
            rows={2}
            value={draft.proposal}
            onChange={(event) => onChange({ proposal: event.target.value })}
          />
        )}
        {error === null ? null : (
          <p role="alert" className="mt-1 text-err text-sm">
            ✕ {error}
          </p>
        )}
      </div>
      <div className="flex flex-col justify-between gap-2 max-md:contents">
        <span className="max-md:px-4 max-md:py-2">
          <Checkbox
            label={
              draft.section === null
                ? t('adjudication.proposeAny')
                : t('adjudication.propose', { section: draft.section })
            }
            checked={draft.proposal !== null}
            onChange={(on) => onChange({ proposal: on ? '' : null })}
          />
        </span>
        <div
          data-decide=""
          className="flex flex-wrap items-center justify-end gap-2 max-md:sticky max-md:bottom-0 max-md:z-10 max-md:gap-y-1 max-md:border-line-strong max-md:border-t max-md:bg-surface max-md:px-4 max-md:py-2"
        >
          <span aria-hidden="true" className="basis-full text-right text-sm text-text-2 md:hidden">
            {summary}
          </span>
          <Button variant="ghost" aria-keyshortcuts={skip?.aria} onClick={onSkip}>
            {t('adjudication.skip')}
            {skip === null ? null : <Kbd>{skip.shown}</Kbd>}
          </Button>
          <Button
            variant="primary"
            disabled={!ready}
            focusableWhenDisabled
            busy={busy}
            aria-keyshortcuts={decide?.aria}
            onClick={onDecide}
          >
            {t('adjudication.decide')}
            {decide === null ? null : <Kbd>{decide.shown}</Kbd>}
          </Button>
        </div>
      </div>
    </div>
  );
}

const UNSAVED = { offline: 'adjudication.offline', 'signed-out': 'adjudication.keptSignedOut' } as const;

function SaveState({
  state: { saving, savedAtMs, keptHere },
  onResolve,
}: Pick<DecisionBarProps, 'state' | 'onResolve'>): ReactNode {
  switch (saving.state) {
    case 'newer':
      return (
        <span role="alert" className="ml-auto flex items-center gap-1.5 font-normal text-warn">
          ! {t('adjudication.newer')}
          <Button size="sm" onClick={() => onResolve('theirs')}>
            {t('adjudication.takeTheirs')}
          </Button>
          <Button size="sm" onClick={() => onResolve('mine')}>
            {t('adjudication.keepMine')}
          </Button>
        </span>
      );
    case 'offline':
    case 'signed-out':
      return (
        <span className="ml-auto font-normal text-warn">
          ! {t(keptHere ? UNSAVED[saving.state] : 'adjudication.notKept')}
        </span>
      );
    case 'refused':
      return (
        <span className="ml-auto font-normal text-err">
          ✕ {t('adjudication.notSaved', { message: saving.message })}
        </span>
      );
    case 'waiting':
    case 'saving':
      return <span className="ml-auto font-normal text-text-2">{t('adjudication.saving')}</span>;
    case 'saved':
      return savedAtMs === null ? null : (
        <span className="ml-auto font-normal text-ok">
          ✓ {t('adjudication.saved', { time: formatTime(savedAtMs) })}
        </span>
      );
  }
}

type Section = AdjudicationItem['guidelines']['sections'][number];

/** The chosen one; those that the labels of this item name; the rest as far as there is room. */
function offered(
  { guidelines, schema, labels }: AdjudicationItem,
  chosen: string | null,
): readonly Section[] {
  const { outcomes, tags } = schema.doc;
  const said = new Set(
    labels.flatMap(({ doc }) => [doc.outcome ?? '', ...doc.tags.map(({ value }) => value)]),
  );
  const named = new Set(
    [...tags, ...outcomes].flatMap(({ value, section }) => (said.has(value) ? (section ?? []) : [])),
  );
  const rank = ({ number }: Section) => (number === chosen ? 0 : named.has(number) ? 1 : 2);
  return [...guidelines.sections]
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, OFFERED)
    .sort(byNumber);
}

function byNumber(a: Section, b: Section): number {
  return a.number.localeCompare(b.number, 'en', { numeric: true });
}
