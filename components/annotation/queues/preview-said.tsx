'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Loading } from '../../ui/loading.tsx';
import { t } from './messages.ts';

interface PreviewSaidProps<T> {
  /** Null: nothing was asked for. */
  readonly preview: UseQueryResult<T | null>;
  readonly children: (found: T) => ReactNode;
}

/** What a choice of runs or pairs comes to: being counted, refused, nothing, or as the children say. */
export function PreviewSaid<T>({ preview, children }: PreviewSaidProps<T>): ReactNode {
  if (preview.isPending)
    return <Loading what={t('queueAdmin.preview.what')} className="min-h-5 text-sm text-text-2" />;
  if (preview.isError) return <ErrorLine>{preview.error.message}</ErrorLine>;
  if (preview.data === null)
    return (
      <p role="status" className="text-sm text-warn">
        {t('queueAdmin.preview.none')}
      </p>
    );
  return (
    <div role="status" className="text-sm">
      {children(preview.data)}
    </div>
  );
}

interface LeftOutProps {
  readonly reasons: readonly { readonly count: number; readonly text: string }[];
}

/** What stays out and why; a reason that is none's is not said. */
export function LeftOut({ reasons }: LeftOutProps): ReactNode {
  return (
    <ul>
      {reasons
        .filter(({ count }) => count > 0)
        .map(({ text }) => (
          <li key={text} className="text-warn">
            <span aria-hidden="true">! </span>
            {text}
          </li>
        ))}
    </ul>
  );
}
