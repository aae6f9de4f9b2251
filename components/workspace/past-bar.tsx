'use client';

import type { ReactNode } from 'react';
import { formatAbsolute } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { ForkButton } from './fork-button.tsx';

/** Says that the pane shows a state of the past, and leads back. */
export function PastBar({ viewed }: { readonly viewed: Viewed }): ReactNode {
  const { seq, newest, step, human } = viewed;
  return (
    <div
      role="status"
      className="on-tint flex min-h-7 shrink-0 flex-wrap items-center gap-x-2 bg-info-soft px-3 py-0.5 text-sm"
    >
      <strong className="font-medium text-info">
        <span aria-hidden="true">◷ </span>
        {seq === 0 ? t('workspace.viewingSeed') : t('workspace.viewing', { seq, newest })}
      </strong>
      <span className="text-text-2 max-md:sr-only">
        {step === null
          ? null
          : `${t(human ? 'timeline.human' : 'timeline.agent')}, ${formatAbsolute(step.startedAtMs)}. `}
        {t('workspace.asItWas')}
      </span>
      <span className="flex-1" />
      <ForkButton recordId={viewed.recordId} seq={seq} size="sm" />
      <UrlLink set={{ step: null }} className={buttonClass({ size: 'sm' })}>
        {t('workspace.backToLive')} <Kbd>Esc</Kbd>
      </UrlLink>
    </div>
  );
}
