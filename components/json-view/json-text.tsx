'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { formatSize } from '../../lib/client/format.ts';
import { t } from '../../lib/client/messages/index.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { tokenizeJson, type JsonToken } from './tokens.ts';

/** Beyond this the text is folded: 16 KB make about 2,000 coloured pieces, a few ms of rendering. */
const SHOWN_CHARS = 16 * 1024;
/** Beyond this it is not coloured. */
const COLOURED_CHARS = 48 * 1024;

const COLOURS: Readonly<Record<JsonToken['kind'], string>> = {
  key: 'text-code-key',
  string: 'text-code-string',
  number: 'text-code-number',
  literal: 'text-code-number',
  plain: '',
};

/** JSON text as it is, coloured. Long texts are folded, and say so. */
export function JsonText({
  text,
  className,
}: {
  readonly text: string;
  readonly className?: string;
}): ReactNode {
  const [unfolded, setUnfolded] = useState(false);
  const folded = !unfolded && text.length > SHOWN_CHARS;
  const shown = folded ? text.slice(0, SHOWN_CHARS) : text;
  const tokens = useMemo(
    () => (shown.length > COLOURED_CHARS ? [{ kind: 'plain', text: shown } as const] : tokenizeJson(shown)),
    [shown],
  );
  return (
    <div className={className}>
      <pre className="font-mono text-sm leading-[18px] whitespace-pre-wrap wrap-anywhere">
        {tokens.map((token, index) =>
          token.kind === 'plain' ? (
            token.text
          ) : (
            <span key={index} className={COLOURS[token.kind]}>
              {token.text}
            </span>
          ),
        )}
        {folded ? '…' : null}
      </pre>
      {folded ? (
        <Button size="sm" className={cx('mt-1')} onClick={() => setUnfolded(true)}>
          {t('common.showAll', { size: formatSize(text.length) })}
        </Button>
      ) : null}
    </div>
  );
}
