import { Fragment, type ReactNode } from 'react';
import { namedIn, type TaskWords, type WordSpan } from '../../../lib/domain/task-words/index.ts';
import { LongText } from '../../ui/long-text.tsx';

/** Underlined, not coloured: the text keeps its own colours, and the line is seen without colour. */
export const NAMED_CLASS =
  'bg-transparent text-inherit underline decoration-2 decoration-accent underline-offset-[3px]';

/** A text with what the task names underlined. */
export function MarkedText({
  text,
  spans,
}: {
  readonly text: string;
  readonly spans: readonly WordSpan[];
}): ReactNode {
  if (spans.length === 0) return text;
  const parts = spans.map(({ start, end }, index) => {
    const before = text.slice(spans[index - 1]?.end ?? 0, start);
    return (
      <Fragment key={start}>
        {before}
        <mark className={NAMED_CLASS}>{text.slice(start, end)}</mark>
      </Fragment>
    );
  });
  return (
    <>
      {parts}
      {text.slice(spans.at(-1)?.end ?? 0)}
    </>
  );
}

interface NamedTextProps {
  readonly text: string;
  readonly words: TaskWords;
}

/** The same of any text that the run holds. Of a long one see `LongNamedText`. */
export function NamedText({ text, words }: NamedTextProps): ReactNode {
  return <MarkedText text={text} spans={namedIn(text, words)} />;
}

/** The same of a text that may be millions of characters long: words are looked for in what is shown alone. */
export function LongNamedText({
  text,
  words,
  first,
}: NamedTextProps & { readonly first?: number }): ReactNode {
  return (
    <LongText text={text} {...(first !== undefined && { first })}>
      {(shown) => <NamedText text={shown} words={words} />}
    </LongText>
  );
}
