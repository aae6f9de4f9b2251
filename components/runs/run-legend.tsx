import type { ReactNode } from 'react';
import { type KeyAction, useKeyLabel } from '../../lib/client/keys/index.ts';
import { t } from './messages.ts';
import { Kbd } from '../ui/kbd.tsx';

const MARKS = [
  ['✓', 'text-ok', 'complete'],
  ['!', 'text-warn', 'incomplete'],
  ['✕', 'text-err', 'error'],
  ['≠', 'text-err', 'disagree'],
  ['●', 'text-write', 'wrote'],
  ['○', 'text-text-2', 'nothing'],
] as const;

const SHOWN_KEYS: readonly (readonly [
  readonly KeyAction[],
  'row' | 'peek' | 'select' | 'extend' | 'filter',
])[] = [
  [['list.next', 'list.previous'], 'row'],
  [['list.peek'], 'peek'],
  [['list.select'], 'select'],
  [['list.extendNext'], 'extend'],
  [['search'], 'filter'],
];

/** What the marks in the rows mean, and the keys that are used most. */
export function RunLegend(): ReactNode {
  return (
    <>
      <span className="flex items-center gap-2.5 max-lg:hidden">
        {MARKS.map(([glyph, colour, word]) => (
          <span key={word}>
            <span aria-hidden="true" className={colour}>
              {glyph}
            </span>{' '}
            {t(`runs.legend.${word}`)}
          </span>
        ))}
      </span>
      <span className="ml-auto flex items-center gap-2.5 max-xl:hidden">
        {SHOWN_KEYS.map(([actions, word]) => (
          <span key={word} className="flex items-center gap-1">
            {actions.map((action) => (
              <Key key={action} action={action} />
            ))}
            {t(`runs.legendKeys.${word}`)}
          </span>
        ))}
      </span>
    </>
  );
}

function Key({ action }: { readonly action: KeyAction }): ReactNode {
  const label = useKeyLabel(action);
  return label === null ? null : <Kbd>{label.shown}</Kbd>;
}
