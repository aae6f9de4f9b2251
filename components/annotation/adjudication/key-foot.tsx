import { Fragment, type ReactNode } from 'react';
import { type KeyAction, useKeyLabel } from '../../../lib/client/keys/index.ts';
import { cx } from '../../ui/cx.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { t } from './messages.ts';

const LINES = [
  [['adjudicate.next', 'adjudicate.previous'], 'adjudication.rowKeys'],
  [['adjudicate.guideline'], 'adjudication.guideline'],
  [['adjudicate.reason'], 'adjudication.reason'],
  [['adjudicate.evidence'], 'adjudication.evidenceKey'],
  [['adjudicate.group'], 'adjudication.group'],
  [['adjudicate.skip'], 'adjudication.skip'],
  [['adjudicate.decide'], 'adjudication.decide'],
] as const satisfies readonly (readonly [readonly KeyAction[], Parameters<typeof t>[0]])[];

interface KeyFootProps {
  readonly summary: string;
  /** On a narrow screen the summary stands with the buttons. */
  readonly saidAbove: boolean;
}

/** Which keys do what here, but those that stand on their buttons above, and how far the item is. */
export function KeyFoot({ summary, saidAbove }: KeyFootProps): ReactNode {
  return (
    <footer
      className={cx(
        'flex min-h-7 shrink-0 flex-wrap items-center gap-x-3.5 border-line border-t bg-surface px-3 text-sm text-text-2',
        saidAbove && 'max-md:min-h-0 max-md:border-t-0',
      )}
    >
      <span
        className="flex flex-wrap gap-x-3.5 max-md:hidden"
        aria-label={t('adjudication.keys')}
        role="group"
      >
        {LINES.map(([actions, label], index) => (
          <Fragment key={label}>
            <span className="whitespace-nowrap">
              {actions.map((action) => (
                <Key key={action} action={action} />
              ))}
              {lowerFirst(t(label))}
            </span>
            {index === 0 ? (
              <span className="whitespace-nowrap">
                <Key action="adjudicate.a" />A <Key action="adjudicate.b" />B <Key action="adjudicate.own" />
                {t('adjudication.own')}
              </span>
            ) : null}
          </Fragment>
        ))}
      </span>
      <span role="status" className={cx('ml-auto', saidAbove && 'max-md:sr-only')}>
        {summary}
      </span>
    </footer>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function Key({ action }: { readonly action: KeyAction }): ReactNode {
  const key = useKeyLabel(action);
  return key === null ? null : (
    <>
      <Kbd>{key.shown}</Kbd>{' '}
    </>
  );
}
