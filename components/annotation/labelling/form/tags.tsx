'use client';

import type { ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import { t } from '../messages.ts';
import { useItem, useLabel } from '../use-item.ts';
import type { PartProps } from './part-props.ts';
import { KeyCap, RowHead } from './row-head.tsx';
import { useNextKey } from './use-next-key.ts';

/** What went wrong: by `t` and a letter, or by pointer. */
export function Tags({ acts }: PartProps): ReactNode {
  const { assignment, view, label } = useItem();
  const chosen = useLabel((doc) => doc.tags);
  const { tags, firstTagIsCause } = assignment.schema.doc;
  // From `t` on, a letter is a tag's; no key means anything else.
  const nextKey = useNextKey(
    ({ key }) => {
      if (key.length === 1) acts.tagByLetter(key.toLowerCase());
      return true;
    },
    () => label.say(t('labelling.said.pickTag')),
  );

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
        {...nextKey}
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
