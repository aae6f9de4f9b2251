import { Fragment, type ReactNode } from 'react';
import { namedIn, namedInTask, type TaskWords } from '../../../lib/domain/task-words/index.ts';

/** Underlined, so that it is seen without colour. */
export const NAMED =
  'bg-transparent text-inherit underline decoration-2 decoration-accent underline-offset-[3px]';

/** A text with what the task names underlined; with `names`, the text is the task itself. */
export function Named({
  text,
  words,
  names,
}: {
  readonly text: string;
  readonly words: TaskWords;
  readonly names?: readonly string[];
}): ReactNode {
  const spans = names === undefined ? namedIn(text, words) : namedInTask(text, words, names);
  return (
    <>
      {spans.map(({ start, end }, index) => {
        const before = text.slice(spans[index - 1]?.end ?? 0, start);
        return (
          <Fragment key={start}>
            {before}
            <mark className={NAMED}>{text.slice(start, end)}</mark>
          </Fragment>
        );
      })}
      {text.slice(spans.at(-1)?.end ?? 0)}
    </>
  );
}
