import type { ReactNode } from 'react';
import { diffText } from '../../../lib/domain/text-diff.ts';
import { t } from './messages.ts';

interface TextChangesProps {
  readonly was: string;
  readonly now: string;
  readonly label: string;
}

/** What a text was and became, in place. */
export function TextChanges({ was, now, label }: TextChangesProps): ReactNode {
  const pieces = diffText(was, now);
  if (pieces.every(({ kind }) => kind === 'same'))
    return <p className="text-sm text-text-2">{t('projects.noChange')}</p>;
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="max-h-[60dvh] overflow-auto rounded-1 border border-line bg-surface p-2"
    >
      <pre className="font-mono text-sm leading-[18px] whitespace-pre-wrap wrap-anywhere">
        {pieces.map(({ kind, text }, at) =>
          kind === 'same' ? (
            <span key={at}>{text}</span>
          ) : kind === 'added' ? (
            <ins key={at} className="bg-add-soft no-underline">
              <span className="sr-only">{t('projects.added')} </span>
              {text}
            </ins>
          ) : (
            <del key={at} className="bg-del-soft line-through decoration-del">
              <span className="sr-only">{t('projects.removed')} </span>
              {text}
            </del>
          ),
        )}
      </pre>
    </div>
  );
}
