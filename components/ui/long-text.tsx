'use client';

import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../lib/client/format.ts';
import { t } from '../../lib/client/messages/index.ts';
import { cutText } from '../../lib/util/cut-text.ts';
import { Button } from './button.tsx';

/** A browser lays out some 20,000 characters between two frames; three million take it half a minute. */
const FIRST_CHARS = 2_000;
const GROWS = 10;

interface LongTextProps {
  readonly text: string;
  /** Characters that are shown at first. */
  readonly first?: number;
  /** Draws what is shown of it; as it is where nothing is given. */
  readonly children?: (shown: string) => ReactNode;
}

/** A text of any length: its beginning, how long it is, and more of it when asked for. */
export function LongText({ text, first = FIRST_CHARS, children }: LongTextProps): ReactNode {
  const [chars, setChars] = useState(first);
  const shown = cutText(text, chars);
  const drawn = children === undefined ? shown : children(shown);
  if (shown.length === text.length) return drawn;
  return (
    <>
      {drawn}…{' '}
      <span className="inline-flex items-center gap-1.5 font-sans text-sm text-text-2 whitespace-nowrap">
        {t('ui.shownOf', { shown: formatNumber(shown.length), count: formatNumber(text.length) })}
        <Button size="sm" onClick={() => setChars(chars * GROWS)}>
          {t('ui.showMore')}
        </Button>
      </span>
    </>
  );
}
