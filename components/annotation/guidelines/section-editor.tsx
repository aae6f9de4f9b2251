'use client';

import { type ReactNode, useId } from 'react';
import type { GuidelineSection } from '../../../lib/contracts/annotation/label-schema.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FieldError, Input, Textarea } from '../../ui/input.tsx';
import { t } from './messages.ts';

interface SectionEditorProps {
  readonly section: GuidelineSection;
  /** Options of the schema that point here. */
  readonly usedBy: readonly string[];
  /** Another section has the number, or it is none. */
  readonly wrongNumber: string | null;
  readonly onChange: (section: GuidelineSection) => void;
  readonly onRemove: () => void;
  /** Null: it is the first, or the last. */
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
}

/** One section of the guidelines: number, title, text, examples. */
export function SectionEditor(props: SectionEditorProps): ReactNode {
  const { section, usedBy, wrongNumber, onChange, onRemove, onUp, onDown } = props;
  const { number, title, body, examples } = section;
  const id = useId();
  const set = (to: Partial<GuidelineSection>) => onChange({ ...section, ...to });
  return (
    <section aria-label={`${number} ${title}`} className="flex flex-col gap-2 text-sm">
      <div className="flex flex-wrap items-end gap-2">
        <span className="flex w-20 flex-col gap-0.5">
          <label htmlFor={`${id}number`} className="text-text-2 text-xs">
            {t('guidelines.number')}
          </label>
          <Input
            id={`${id}number`}
            value={number}
            maxLength={15}
            aria-invalid={wrongNumber !== null}
            aria-describedby={wrongNumber === null ? undefined : `${id}wrong`}
            onChange={(event) => set({ number: event.target.value })}
          />
        </span>
        <span className="flex min-w-0 flex-1 basis-40 flex-col gap-0.5">
          <label htmlFor={`${id}title`} className="text-text-2 text-xs">
            {t('guidelines.sectionTitle')}
          </label>
          <Input
            id={`${id}title`}
            value={title}
            maxLength={80}
            aria-invalid={title === ''}
            onChange={(event) => set({ title: event.target.value })}
          />
        </span>
        <span className="flex">
          <Button
            size="icon"
            variant="ghost"
            aria-label={t('guidelines.up')}
            disabled={onUp === null}
            focusableWhenDisabled
            onClick={() => onUp?.()}
          >
            <Icon name="arrowUp" className="size-3.5" />
          </Button>
          <Button
            size="icon"
            variant="ghost"
            aria-label={t('guidelines.down')}
            disabled={onDown === null}
            focusableWhenDisabled
            onClick={() => onDown?.()}
          >
            <Icon name="arrowDown" className="size-3.5" />
          </Button>
          <Button variant="danger" onClick={onRemove}>
            {t('guidelines.remove')}
          </Button>
        </span>
      </div>
      {wrongNumber === null ? null : <FieldError id={`${id}wrong`}>{wrongNumber}</FieldError>}
      {usedBy.length === 0 ? null : (
        <p className="text-text-2 text-xs">{t('guidelines.usedBy', { names: usedBy.join(', ') })}</p>
      )}
      <label htmlFor={`${id}body`} className="text-text-2 text-xs">
        {t('guidelines.body')}
      </label>
      <Textarea
        id={`${id}body`}
        rows={8}
        value={body}
        maxLength={20_000}
        onChange={(event) => set({ body: event.target.value })}
      />
      {examples.map((example, at) => (
        <span key={at} className="flex items-start gap-2">
          <Textarea
            rows={2}
            aria-label={t('guidelines.example', { n: at + 1 })}
            value={example}
            maxLength={4_000}
            onChange={(event) =>
              set({ examples: examples.map((each, place) => (place === at ? event.target.value : each)) })
            }
          />
          <Button
            size="icon"
            variant="ghost"
            aria-label={t('guidelines.removeExample', { n: at + 1 })}
            onClick={() => set({ examples: examples.filter((_, place) => place !== at) })}
          >
            <Icon name="close" className="size-3.5" />
          </Button>
        </span>
      ))}
      <Button
        className="self-start"
        disabled={examples.length >= 20}
        onClick={() => set({ examples: [...examples, ''] })}
      >
        <Icon name="plus" className="size-3.5" />
        {t('guidelines.addExample')}
      </Button>
    </section>
  );
}
