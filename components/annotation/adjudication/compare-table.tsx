import { Fragment, type ReactNode } from 'react';
import type { AdjudicationItem, DecisionDraft } from '../../../lib/contracts/annotation/adjudication.ts';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import { givesAnswer } from '../../../lib/domain/gives-answer.ts';
import type { SettledRow, Settlement } from '../../../lib/domain/adjudication/index.ts';
import { cx } from '../../ui/cx.ts';
import { t } from './messages.ts';
import { OwnValue } from './own-value.tsx';
import { markText, outcomeLabel, rowName, rowText, tagLabel } from './row-words.ts';
import { StepChips } from './step-chips.tsx';

interface CompareTableProps {
  readonly item: AdjudicationItem;
  readonly settlement: Settlement;
  readonly draft: DecisionDraft;
  readonly row: string | null;
  readonly step: number | null;
  /** Nothing can be chosen: it is decided, or not mine to decide. */
  readonly fixed: boolean;
  readonly onRow: (row: string) => void;
  readonly onStep: (seq: number) => void;
  readonly onChoose: (row: string, choice: string) => void;
  readonly onOwn: (own: LabelDoc) => void;
}

/** On a narrow screen a row stands on lines of its own: its name, what the labels say side by side, the decision. */
const STACKED = 'max-md:relative max-md:grid max-md:h-auto max-md:grid-cols-2';
const WHOLE = 'max-md:col-span-full max-md:border-l-0 max-md:px-4 max-md:py-1.5';
const CORNER = 'max-md:absolute max-md:top-1 max-md:right-4';

/** Labels side by side, and what is decided of each row in which they differ. */
export function CompareTable(props: CompareTableProps): ReactNode {
  const { item, settlement } = props;
  const { labels } = item;
  const stepRows = settlement.rows.filter(({ row }) => row.kind === 'step');
  const before = settlement.rows.filter(({ row }) =>
    ['outcome', 'preference', 'firstError'].includes(row.kind),
  );
  const after = settlement.rows.filter(({ row }) => row.kind === 'tags' || row.kind === 'field');
  const marked = labels.some(({ doc }) => Object.keys(doc.steps).length > 0);
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('adjudication.decision')}
      className="shrink-0 border-line-strong border-b outline-offset-[-2px] md:max-h-[55%] md:overflow-auto"
    >
      <table className="w-full table-fixed border-collapse max-md:block">
        <colgroup className="max-md:hidden">
          <col className="w-[100px]" />
          {labels.map(({ letter }) => (
            <col key={letter} />
          ))}
          <col className="w-9" />
          <col className="w-[286px]" />
        </colgroup>
        <thead className="sticky top-0 z-10 bg-surface max-md:static max-md:block">
          <tr className={cx('h-[30px] border-line border-b text-left', STACKED)}>
            <td className="pl-4 max-md:hidden" />
            {labels.map(({ letter, author }, index) => (
              <th key={letter} scope="col" className="truncate px-2 font-semibold max-md:px-4 max-md:py-1">
                {letter}{' '}
                <span className="font-normal text-sm text-text-2">
                  {author !== null ? author.name : index === 0 ? t('adjudication.drawn') : ''}
                </span>
              </th>
            ))}
            <td className="max-md:hidden" />
            <th scope="col" className={cx('border-line-strong border-l bg-bg px-3 font-semibold', WHOLE)}>
              {t('adjudication.decision')}{' '}
              <span className="font-normal text-sm text-text-2">{t('adjudication.fills')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {before.map((each) => (
            <Line key={each.row.id} {...props} settled={each} />
          ))}
          {marked ? (
            <tr className={cx('h-[30px] border-line border-b', STACKED)}>
              <th scope="row" className={cx('pl-4 text-left font-medium text-sm text-text-2', WHOLE)}>
                {t('adjudication.steps', { first: 1, last: item.run.steps.at(-1)?.seq ?? 1 })}
              </th>
              {labels.map(({ letter, doc }) => (
                <td key={letter} className="px-2 py-1 max-md:px-4">
                  <StepChips
                    letter={letter}
                    doc={doc}
                    steps={item.run.steps}
                    differing={stepRows.map(({ row }) => row.id)}
                    at={props.step}
                    onStep={props.onStep}
                  />
                </td>
              ))}
              <td className={cx('text-center text-sm text-text-2', CORNER)}>
                {t('adjudication.differing', { count: stepRows.length })}
              </td>
              <td className={cx('border-line-strong border-l bg-bg px-3 text-sm text-text-2', WHOLE)}>
                {t('adjudication.chipOpens')}
              </td>
            </tr>
          ) : null}
          {[...stepRows, ...after].map((each) => (
            <Line key={each.row.id} {...props} settled={each} />
          ))}
          <tr className={STACKED}>
            <th
              scope="row"
              className={cx('py-2 pl-4 text-left align-top font-medium text-sm text-text-2', WHOLE)}
            >
              {t('adjudication.rationale')}
            </th>
            {labels.map(({ letter, doc, swapped }) => (
              <td
                key={letter}
                className="px-2 py-2 align-top leading-[19px] whitespace-pre-line wrap-anywhere max-md:px-4 max-md:pt-0"
              >
                <Letter>{letter}</Letter>
                {item.otherRun === null || doc.rationale === '' ? null : (
                  <span className="block text-sm text-text-2">
                    {t(swapped ? 'adjudication.sawSecondAsA' : 'adjudication.sawFirstAsA')}
                  </span>
                )}
                {doc.rationale === '' ? (
                  <span className="text-text-2">{t('adjudication.none')}</span>
                ) : (
                  doc.rationale
                )}
              </td>
            ))}
            <td className="max-md:hidden" />
            <td className="border-line-strong border-l bg-bg max-md:hidden" />
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function Line(props: CompareTableProps & { readonly settled: SettledRow }): ReactNode {
  const { item, settled, row: current } = props;
  const { row } = settled;
  const { schema, labels } = item;
  const isCurrent = row.id === current;
  return (
    <tr
      aria-current={isCurrent ? 'true' : undefined}
      data-row={row.id}
      onClick={() => props.onRow(row.id)}
      className={cx('h-9 border-line border-b', STACKED, isCurrent && 'on-tint bg-accent-soft')}
    >
      <th
        scope="row"
        className={cx(
          'pl-4 text-left font-medium text-sm',
          WHOLE,
          isCurrent ? 'text-text shadow-[inset_2px_0_var(--accent)]' : 'text-text-2',
          row.kind === 'step' && 'pl-6',
        )}
      >
        {rowName(row.id, schema.doc)}
      </th>
      {labels.map(({ letter, doc }) => (
        <td key={letter} className="px-2 py-1 max-md:flex max-md:gap-2 max-md:px-4">
          <Letter>{letter}</Letter>
          <Said
            row={row}
            doc={doc}
            item={item}
            others={labels.filter((each) => each.letter !== letter).map((each) => each.doc)}
          />
        </td>
      ))}
      <td className={cx('text-center', CORNER)}>
        <b className="on-tint inline-block w-6 rounded-1 bg-err-soft font-bold text-err leading-5">
          <span aria-hidden="true">≠</span>
          <span className="sr-only">{t('adjudication.differs')}</span>
        </b>
      </td>
      <td className={cx('border-line-strong border-l bg-bg px-3 py-1', WHOLE)}>
        <Decide {...props} />
      </td>
    </tr>
  );
}

/** Whose word it is, where no head of a column says it. */
function Letter({ children }: { readonly children: string }): ReactNode {
  return (
    <b aria-hidden="true" className="shrink-0 font-semibold text-text-2 md:hidden">
      {children}{' '}
    </b>
  );
}

interface SaidProps {
  readonly row: SettledRow['row'];
  readonly doc: LabelDoc;
  readonly item: AdjudicationItem;
  readonly others: readonly LabelDoc[];
}

function Said({ row, doc, item, others }: SaidProps): ReactNode {
  const schema = item.schema.doc;
  switch (row.kind) {
    case 'outcome':
      return <OutcomeWord outcome={doc.outcome} schema={schema} />;
    case 'step': {
      const mark = doc.steps[String(row.seq)];
      const step = item.run.steps.find(({ seq }) => seq === row.seq);
      const tool =
        step !== undefined && givesAnswer(step, item.run) ? t('adjudication.finalAnswer') : step?.toolName;
      return (
        <span className="flex items-center gap-2">
          <span
            className={cx(
              'on-tint inline-block w-[33px] shrink-0 rounded-1 text-center font-bold text-sm leading-[22px]',
              tint(mark?.value),
            )}
          >
            {mark === undefined ? '·' : markText(mark.value)}
          </span>
          <span className="truncate text-sm text-text-2">
            {mark === undefined ? t('adjudication.unmarked') : (tool ?? '')}
          </span>
        </span>
      );
    }
    case 'tags':
      if (doc.tags.length === 0) return <span className="text-text-2">{t('adjudication.none')}</span>;
      return (
        <span className="flex flex-wrap gap-1">
          {doc.tags.map(({ value, severity }) => {
            const shared = others.every(({ tags }) => tags.some((tag) => tag.value === value));
            return (
              <span
                key={value}
                className={cx(
                  'inline-block rounded-full border px-2 text-sm leading-5',
                  shared ? 'border-line-control text-text-2' : 'border-err font-medium text-err',
                )}
              >
                {tagLabel(value, schema)}
                {severity === null ? '' : ` · ${severity}`}
              </span>
            );
          })}
        </span>
      );
    default:
      return <span>{rowText(row.id, doc, schema)}</span>;
  }
}

export function OutcomeWord({
  outcome,
  schema,
}: {
  readonly outcome: string | null;
  readonly schema: LabelSchemaDoc;
}): ReactNode {
  const means = schema.outcomes.find(({ value }) => value === outcome)?.means;
  const [glyph, colour] =
    means === 'complete' ? ['✓', 'text-ok'] : means === 'incomplete' ? ['!', 'text-warn'] : ['✕', 'text-err'];
  return (
    <span className="font-semibold">
      {means === undefined ? null : (
        <span aria-hidden="true" className={colour}>
          {glyph}{' '}
        </span>
      )}
      {outcomeLabel(outcome, schema)}
    </span>
  );
}

function tint(value: -1 | 0 | 1 | undefined): string {
  if (value === undefined || value === 0) return 'bg-surface-2 text-text-2';
  return value > 0 ? 'bg-ok-soft text-ok' : 'bg-err-soft text-err';
}

function Decide({
  item,
  settled,
  draft,
  fixed,
  onChoose,
  onOwn,
}: CompareTableProps & { readonly settled: SettledRow }): ReactNode {
  const { row, choice, by } = settled;
  const chosen =
    by === null
      ? draft.choices[row.id] === 'own'
        ? 'own'
        : null
      : choice === 'own'
        ? 'own'
        : item.labels[choice ?? -1]?.letter;
  const name = rowName(row.id, item.schema.doc);
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <div
        role="group"
        aria-label={t('adjudication.chooseFor', { row: name })}
        className="inline-flex h-[26px] shrink-0 overflow-hidden rounded-1 border border-line-control bg-surface"
      >
        {[...item.labels.map(({ letter }) => letter), 'own'].map((each, index) => (
          <Fragment key={each}>
            <button
              type="button"
              aria-pressed={chosen === each}
              disabled={fixed || (each !== 'own' && row.said[index] === null)}
              onClick={() => onChoose(row.id, each)}
              className={cx(
                'min-w-8 border-line px-2 text-center text-sm outline-offset-[-3px] disabled:cursor-not-allowed',
                index > 0 && 'border-l',
                chosen !== each && 'text-text-2',
                chosen === each &&
                  by === 'outcome' &&
                  'on-tint bg-accent-soft font-semibold text-accent shadow-[inset_0_0_0_1px_var(--accent)]',
                chosen === each && by !== 'outcome' && 'bg-accent font-semibold text-on-accent',
              )}
            >
              {each === 'own' ? t('adjudication.own') : each}
            </button>
          </Fragment>
        ))}
      </div>
      {chosen === 'own' && !fixed ? (
        <OwnValue
          row={row}
          own={draft.own}
          schema={item.schema.doc}
          steps={item.run.steps}
          onChange={onOwn}
        />
      ) : by === 'outcome' ? (
        <span className="text-sm text-text-2">{t('adjudication.fromOutcome')}</span>
      ) : row.kind === 'outcome' && typeof choice === 'number' ? (
        <span className="text-sm">
          <OutcomeWord outcome={item.labels[choice]?.doc.outcome ?? null} schema={item.schema.doc} />
        </span>
      ) : null}
    </div>
  );
}
