'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { isNamed, namedIn, type TaskWords } from '../../../../lib/domain/task-words/index.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { LongText } from '../../../ui/long-text.tsx';
import { tokenizeJson } from '../../../json-view/index.ts';
import { commentOn, placeName } from '../anchors.ts';
import { LongNamedText, MarkedText, NAMED_CLASS } from '../marked-text.tsx';
import { t } from '../messages.ts';
import { tryLossless } from '../model/json-value.ts';
import { useItem } from '../use-item.ts';
import { viewStore } from '../view-store.ts';
import { type JsonLine, jsonLines } from './json-lines.ts';
import { useRovingLines } from './use-roving-lines.ts';

/** More lines than a screen has cost more than they show. */
const SHOWN_LINES = 300;
const SHOWN_CHARS = 20_000;
/** Of one line: a value may be as long as the whole answer. */
const LINE_CHARS = 2_000;

interface ResponseViewProps {
  readonly seq: number;
  readonly text: string;
  readonly words: TaskWords;
  /** Its places can be commented on. */
  readonly anchored: boolean;
}

/** A JSON text laid out line by line, what the task names underlined; any other text as it is. */
export function ResponseView({ seq, text, words, anchored }: ResponseViewProps): ReactNode {
  const raw = useStore(viewStore, (state) => state.raw);
  const lines = useMemo(() => {
    const value = tryLossless(text);
    return typeof value === 'object' && value !== null ? jsonLines(value) : null;
  }, [text]);
  const [whole, setWhole] = useState(false);
  if (lines === null || raw) {
    return (
      <pre className="font-mono text-sm leading-[18px] whitespace-pre-wrap wrap-anywhere">
        <LongNamedText text={text} words={words} first={SHOWN_CHARS} />
      </pre>
    );
  }
  const shown = whole ? lines : lines.slice(0, SHOWN_LINES);
  return (
    <>
      <Lines seq={seq} lines={shown} words={words} anchored={anchored} />
      {shown.length < lines.length ? <ShowAll count={lines.length} onShow={() => setWhole(true)} /> : null}
    </>
  );
}

function ShowAll({ count, onShow }: { readonly count: number; readonly onShow: () => void }): ReactNode {
  return (
    <Button size="sm" className="mt-1" onClick={onShow}>
      {t('labelling.showAllLines', { count })}
    </Button>
  );
}

interface LinesProps {
  readonly seq: number;
  readonly lines: readonly JsonLine[];
  readonly words: TaskWords;
  readonly anchored: boolean;
}

function Lines({ seq, lines, words, anchored }: LinesProps): ReactNode {
  const item = useItem();
  const comment = (index: number): void => {
    const line = lines[index];
    if (line !== undefined) commentOn(item, { on: 'path', seq, pointer: line.pointer });
  };
  const roving = useRovingLines(lines.length, (index, key) => {
    if (key !== 'Enter' || !anchored) return false;
    comment(index);
    return true;
  });
  return (
    <ol onKeyDown={roving.onKeyDown} className="font-mono text-sm leading-[18px]">
      {lines.map((line, index) => (
        <li
          key={index}
          data-line={index}
          tabIndex={roving.tabIndexOf(index)}
          onFocus={() => roving.onFocus(index)}
          className="group/line relative whitespace-pre-wrap wrap-anywhere outline-offset-[-2px] hover:bg-surface-2"
          style={{ paddingLeft: `${String(line.indent * 2)}ch` }}
        >
          <LongText text={line.text} first={LINE_CHARS}>
            {(shown) => <LineText text={shown} words={words} />}
          </LongText>
          {anchored ? (
            <button
              type="button"
              tabIndex={-1}
              aria-label={t('labelling.commentHere', {
                place: placeName({ on: 'path', seq, pointer: line.pointer }),
              })}
              onClick={() => comment(index)}
              className="absolute top-0 right-0 hidden rounded-1 bg-surface-3 px-1.5 font-sans text-text-2 group-hover/line:block group-focus/line:block"
            >
              {t('labelling.commentTitle')}
            </button>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

const COLOURS = {
  key: 'text-code-key',
  string: 'text-code-string',
  number: 'text-code-number',
  literal: 'text-code-null',
  plain: '',
} as const;

/** A line of JSON, coloured and marked. */
export function LineText({ text, words }: { readonly text: string; readonly words: TaskWords }): ReactNode {
  return tokenizeJson(text).map((token, index) => {
    const inner = token.text.slice(1, -1);
    const quoted = token.kind === 'key' || token.kind === 'string';
    const named = token.kind === 'key' ? isNamed(inner, words) : false;
    const spans =
      token.kind === 'string'
        ? namedIn(inner, words)
        : token.kind === 'number'
          ? namedIn(token.text, words)
          : [];
    return (
      <span key={index} className={cx(COLOURS[token.kind], named && NAMED_CLASS)}>
        {quoted && !named ? (
          <>
            {'"'}
            <MarkedText text={inner} spans={spans} />
            {'"'}
          </>
        ) : (
          <MarkedText text={token.text} spans={quoted ? [] : spans} />
        )}
      </span>
    );
  });
}
