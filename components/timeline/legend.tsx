import type { ReactNode } from 'react';
import { t } from './messages.ts';

/** What the strip's marks mean. */
export function Legend(): ReactNode {
  return (
    <ul
      aria-label={t('timeline.legend')}
      className="grid grid-cols-[auto_auto_auto] gap-x-2.5 gap-y-0.5 text-text-2 text-xs whitespace-nowrap"
    >
      <Entry word={t('timeline.agent')}>
        <span className="size-2.5 rounded-[2px] border-[1.5px] border-agent" />
      </Entry>
      <Entry word={t('timeline.effect.read')}>
        <span className="size-2 rounded-full border-[1.5px] border-read" />
      </Entry>
      <Entry word={t('timeline.effect.wrote')}>
        <span className="size-2 rounded-full bg-write" />
      </Entry>
      <Entry word={t('timeline.human')}>
        <span className="size-2.5 rounded-full border-[1.5px] border-human" />
      </Entry>
      <Entry word={t('timeline.effect.error')}>
        <span className="font-bold text-err leading-none">✕</span>
      </Entry>
      <Entry word={t('timeline.effect.verify')}>
        <span className="size-2 rotate-45 scale-[.85] rounded-[1px] bg-text" />
      </Entry>
    </ul>
  );
}

function Entry({ word, children }: { readonly word: string; readonly children: ReactNode }): ReactNode {
  return (
    <li className="flex items-center gap-1">
      <span aria-hidden="true" className="flex w-3 justify-center">
        {children}
      </span>
      {word}
    </li>
  );
}
