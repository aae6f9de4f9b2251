'use client';

import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react';
import type { KeyAction } from '../../../../lib/client/keys/index.ts';
import { cx } from '../../../ui/cx.ts';
import { Button } from '../../../ui/button.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { createLazyPart } from '../../../ui/lazy-part.ts';
import { Loading } from '../../../ui/loading.tsx';
import { labelActs, type LabelActs } from '../label-acts.ts';
import { t } from '../messages.ts';
import { needsRationale } from '../model/missing.ts';
import { outcomeLook } from '../model/outcome-look.ts';
import { useItem, useLabel, useRow } from '../use-item.ts';
import { OUTCOME_KEYS } from '../use-label-keys.ts';
import { KeyCap, RowHead } from './row-head.tsx';
import { SaveMark } from './save-mark.tsx';

/** What the project's schema asks. */
export function LabelForm({ outcomes = true }: { readonly outcomes?: boolean }): ReactNode {
  const item = useItem();
  const acts = useMemo(() => labelActs(item), [item]);
  const schema = item.assignment.schema.doc;
  const pair = item.assignment.otherRun !== null;
  return (
    <form
      aria-label={t('labelling.yourLabel')}
      onSubmit={(event) => event.preventDefault()}
      className="flex shrink-0 flex-col gap-[11px] px-4 py-[11px] text-sm"
    >
      {pair && schema.preference !== null ? (
        <Preference acts={acts} question={schema.preference.question} allowTie={schema.preference.allowTie} />
      ) : null}
      {outcomes ? <Outcomes acts={acts} required={!pair} /> : null}
      {schema.firstError && !pair ? <FirstError acts={acts} /> : null}
      {schema.confidence.length > 0 ? <Confidence acts={acts} /> : null}
      {schema.tags.length > 0 ? <Tags acts={acts} /> : null}
      {schema.fields.length > 0 ? <Fields acts={acts} /> : null}
      {schema.rationale === 'off' ? null : <Rationale acts={acts} />}
    </form>
  );
}

interface PartProps {
  readonly acts: LabelActs;
}

export function Outcomes({ acts, required }: PartProps & { readonly required: boolean }): ReactNode {
  const { assignment, view } = useItem();
  const chosen = useLabel((doc) => doc.outcome);
  return (
    <section data-form-row="outcome">
      <RowHead id="label-outcome" row="outcome" note={required ? t('labelling.required') : undefined}>
        {t('labelling.outcome')}
      </RowHead>
      <div
        role="radiogroup"
        aria-labelledby="label-outcome"
        className="grid grid-cols-2 gap-1.5"
        onKeyDown={moveRadio}
      >
        {assignment.schema.doc.outcomes.map((option, index) => {
          const { glyph, colour } = outcomeLook(option.means);
          return (
            <ChoiceButton
              key={option.value}
              chosen={chosen === option.value}
              stop={chosen === null ? index === 0 : chosen === option.value}
              action={assignment.otherRun === null ? OUTCOME_KEYS[index] : undefined}
              onChoose={() => acts.outcome(index)}
              onFocus={() => view.setState({ section: option.section })}
            >
              <span aria-hidden="true" className={colour}>
                {glyph}
              </span>
              <span className="truncate">{option.label}</span>
            </ChoiceButton>
          );
        })}
      </div>
    </section>
  );
}

interface ChoiceProps {
  readonly chosen: boolean;
  readonly stop: boolean;
  readonly action: KeyAction | undefined;
  readonly onChoose: () => void;
  readonly onFocus?: () => void;
  readonly children: ReactNode;
}

function ChoiceButton({ chosen, stop, action, onChoose, onFocus, children }: ChoiceProps): ReactNode {
  return (
    <button
      type="button"
      role="radio"
      aria-checked={chosen}
      tabIndex={stop ? 0 : -1}
      onClick={onChoose}
      onFocus={onFocus}
      className={cx(
        'flex h-8 min-w-0 items-center gap-[7px] rounded-1 border pr-1.5 pl-2.5 text-left text-md',
        chosen
          ? 'on-tint border-accent bg-accent-soft font-semibold shadow-[inset_0_0_0_1px_var(--accent)]'
          : 'border-line-control bg-surface hover:bg-surface-2',
      )}
    >
      {children}
      <span className="ml-auto">{action === undefined ? null : <KeyCap action={action} />}</span>
    </button>
  );
}

/** Most projects have none. */
const FIELD = createLazyPart(async () => (await import('./field-input.tsx')).FieldInput);

function Fields({ acts }: PartProps): ReactNode {
  const { fields } = useItem().assignment.schema.doc;
  const field = FIELD.usePart();
  switch (field.state) {
    case 'waiting':
      return <Loading what={t('labelling.yourLabel')} />;
    case 'failed':
      return (
        <p role="alert">
          ✕ {t('labelling.partFailed')}{' '}
          <Button size="sm" onClick={field.retry}>
            {t('common.retry')}
          </Button>
        </p>
      );
    case 'ready':
      return fields.map((one) => (
        <field.part key={one.id} field={one} onChange={(value, typed) => acts.field(one.id, value, typed)} />
      ));
  }
}

/** Arrows among radio buttons choose, as the browser's own do. */
function moveRadio(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')];
  const at = radios.findIndex((radio) => radio === document.activeElement);
  const next = radios[(at + by + radios.length) % radios.length];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
}

interface PreferenceProps extends PartProps {
  readonly question: string;
  readonly allowTie: boolean;
}

function Preference({ acts, question, allowTie }: PreferenceProps): ReactNode {
  const chosen = useLabel((doc) => doc.preference);
  const options = [
    { value: 'a', label: t('labelling.runA') },
    { value: 'b', label: t('labelling.runB') },
    ...(allowTie ? [{ value: 'tie', label: t('labelling.tie') } as const] : []),
  ] as const;
  return (
    <section data-form-row="preference">
      <RowHead id="label-preference" row="preference" note={t('labelling.required')}>
        {question}
      </RowHead>
      <div
        role="radiogroup"
        aria-labelledby="label-preference"
        className="grid grid-cols-3 gap-1.5"
        onKeyDown={moveRadio}
      >
        {options.map(({ value, label }, index) => (
          <ChoiceButton
            key={value}
            chosen={chosen === value}
            stop={chosen === null ? index === 0 : chosen === value}
            action={OUTCOME_KEYS[index]}
            onChoose={() => acts.preference(value)}
          >
            {label}
          </ChoiceButton>
        ))}
      </div>
    </section>
  );
}

function FirstError({ acts }: PartProps): ReactNode {
  const item = useItem();
  const row = useRow();
  const firstError = useLabel((doc) => doc.firstError);
  const at = typeof firstError === 'object' ? firstError : null;
  const step = item.assignment.run.steps.find(({ seq }) => seq === at?.seq);
  const here = row !== undefined && row.seq !== at?.seq ? row.seq : null;
  return (
    <section data-form-row="firstError">
      <RowHead
        row="firstError"
        note={at === null ? undefined : t(at.proposed ? 'labelling.proposed' : 'labelling.chosen')}
      >
        {t('labelling.firstError')}
      </RowHead>
      <div
        className={cx(
          'grid min-h-[54px] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 rounded-1 border px-2.5 py-1.5 leading-[19px]',
          at?.proposed === false || firstError === 'none'
            ? 'border-line-control'
            : 'border-dashed border-line-control',
        )}
      >
        <button type="button" className="min-h-6 min-w-0 text-left" onClick={() => acts.firstErrorHere()}>
          {at === null ? (
            firstError === 'none' ? (
              t('labelling.noErrorSaid')
            ) : (
              <span className="text-text-2">
                {here === null ? t('labelling.nothing') : t('labelling.setHere', { step: here })}
              </span>
            )
          ) : (
            <>
              <span aria-hidden="true" className="text-err">
                ✕{' '}
              </span>
              <b className="font-medium">{t('labelling.firstErrorAt', { step: at.seq })}</b>
              {step === undefined || step.httpStatus === null
                ? ''
                : `, ${t('labelling.http', { status: step.httpStatus })}`}
              {here === null ? (
                ''
              ) : (
                <span className="text-text-3"> · {t('labelling.moveTo', { step: here })}</span>
              )}
            </>
          )}
        </button>
        <span className="justify-self-end">
          <KeyCap action="label.firstError" />
        </span>
        <span className="truncate font-mono text-text-2">{step?.toolName ?? ''}</span>
        <button
          type="button"
          aria-pressed={firstError === 'none'}
          onClick={() => acts.noError()}
          className="min-h-6 text-accent text-xs underline underline-offset-2 aria-pressed:font-semibold"
        >
          {t('labelling.noError')}
        </button>
      </div>
    </section>
  );
}

function Confidence({ acts }: PartProps): ReactNode {
  const { assignment } = useItem();
  const chosen = useLabel((doc) => doc.confidence);
  const levels = assignment.schema.doc.confidence;
  return (
    <section data-form-row="confidence">
      <RowHead id="label-confidence" row="confidence" note={<KeyCap action="label.confidence" />}>
        {t('labelling.confidence')}
      </RowHead>
      <div
        role="radiogroup"
        aria-labelledby="label-confidence"
        onKeyDown={moveRadio}
        className="flex h-7 overflow-hidden rounded-1 border border-line-control"
      >
        {levels.map(({ value, label }, index) => (
          <button
            key={value}
            type="button"
            role="radio"
            aria-checked={chosen === value}
            tabIndex={(chosen === null ? index === 0 : chosen === value) ? 0 : -1}
            onClick={() => acts.confidence(value)}
            className={cx(
              'min-w-0 flex-1 truncate text-center outline-offset-[-2px] not-first:border-line not-first:border-l',
              chosen === value ? 'bg-accent-soft font-semibold text-accent' : 'hover:bg-surface-2',
            )}
          >
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}

function Tags({ acts }: PartProps): ReactNode {
  const { assignment, view, label } = useItem();
  const chosen = useLabel((doc) => doc.tags);
  const before = useRef<HTMLElement | null>(null);
  const { tags, firstTagIsCause } = assignment.schema.doc;

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // From `t` on, a letter is a tag's; anything else gives the keys back.
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Shift' || event.key === 'Tab')
      return;
    event.preventDefault();
    const letter = event.key.toLowerCase();
    if (event.repeat) return;
    if (event.key !== 'Escape' && letter.length === 1) acts.tagByLetter(letter);
    (before.current?.isConnected === true ? before.current : document.getElementById('content'))?.focus();
  }

  return (
    <section data-form-row="tags">
      <RowHead
        id="label-tags"
        row="tags"
        note={
          <>
            <KeyCap action="label.tag" /> {t('labelling.thenLetter')}
            {firstTagIsCause ? `, ${t('labelling.firstIsCause')}` : ''}
          </>
        }
      >
        {t('labelling.tags')}
      </RowHead>
      <div
        role="group"
        aria-labelledby="label-tags"
        data-tags=""
        tabIndex={-1}
        onFocus={(event) => {
          if (event.target !== event.currentTarget) return;
          before.current = event.relatedTarget instanceof HTMLElement ? event.relatedTarget : null;
          label.say(t('labelling.said.pickTag'));
        }}
        onKeyDown={onKeyDown}
        className="flex flex-wrap gap-[5px] rounded-1 focus:outline-2 focus:outline-focus focus:outline-offset-2"
      >
        {tags.map((tag) => {
          const set = chosen.find(({ value }) => value === tag.value);
          const first = chosen[0]?.value === tag.value && firstTagIsCause;
          return (
            <span
              key={tag.value}
              className={cx(
                'inline-flex h-[26px] max-w-full items-center rounded-[13px] border whitespace-nowrap',
                set === undefined
                  ? 'border-line-control text-text-2'
                  : 'border-accent bg-accent-soft font-medium text-accent',
              )}
            >
              <button
                type="button"
                aria-pressed={set !== undefined}
                onFocus={() => view.setState({ section: tag.section })}
                onClick={() => (set === undefined ? acts.tag(tag.value) : acts.removeTag(tag.value))}
                className="inline-flex h-full min-w-0 items-center gap-[5px] rounded-[13px] pr-[9px] pl-1"
              >
                <span
                  aria-hidden="true"
                  className={cx(
                    'size-[18px] rounded-full text-center font-semibold leading-[17px]',
                    set === undefined ? 'bg-surface-3 text-text' : 'bg-accent text-on-accent',
                  )}
                >
                  {tag.key}
                </span>
                <span className="truncate">
                  {first ? t('labelling.cause', { label: tag.label }) : tag.label}
                </span>
              </button>
              {set === undefined || set.severity === null ? null : (
                <button
                  type="button"
                  aria-label={t('labelling.severity', {
                    label: tag.label,
                    severity: t(`labelling.severities.${set.severity}`),
                  })}
                  onClick={() => acts.tag(tag.value)}
                  className="h-full rounded-r-[13px] border-accent border-l pr-2 pl-1.5 font-normal text-xs"
                >
                  {t(`labelling.severities.${set.severity}`)}
                </button>
              )}
            </span>
          );
        })}
      </div>
    </section>
  );
}

function Rationale({ acts }: PartProps): ReactNode {
  const { assignment } = useItem();
  const text = useLabel((doc) => doc.rationale);
  const needed = useLabel((doc) => needsRationale(doc, assignment.schema.doc));
  return (
    <section data-form-row="rationale">
      <RowHead
        id="label-rationale"
        row="rationale"
        note={
          <>
            <KeyCap action="label.rationale" /> <KeyCap action="label.leave" /> {t('labelling.leaves')}
            {needed ? `, ${t('labelling.required')}` : ''}
          </>
        }
        end={<SaveMark />}
      >
        {t('labelling.rationale')}
      </RowHead>
      <Textarea
        aria-labelledby="label-rationale"
        data-rationale=""
        value={text}
        maxLength={20_000}
        onChange={(event) => acts.rationale(event.target.value)}
        className="h-28 resize-y px-2.5 py-[7px] text-md leading-[19px]"
      />
    </section>
  );
}
