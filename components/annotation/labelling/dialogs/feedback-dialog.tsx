'use client';

import { type ReactNode, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { t } from '../aside-messages.ts';
import type { Feedback } from '../use-submit.ts';

interface FeedbackDialogProps {
  readonly feedback: Feedback;
  readonly onNext: () => void;
}

/** After an onboarding item: what the gold label says otherwise, and why. */
export function FeedbackDialog({ feedback, onNext }: FeedbackDialogProps): ReactNode {
  const next = useRef<HTMLButtonElement>(null);
  const { right, differences, why, score } = feedback;
  return (
    <Dialog
      title={`${right ? '✓' : '✕'} ${t(right ? 'labellingAside.feedbackRight' : 'labellingAside.feedbackWrong')}`}
      description={t('labellingAside.feedbackScore', {
        right: score.right,
        done: score.done,
        total: score.total,
        mark: Math.round(score.passMark * 100),
      })}
      onClose={onNext}
      initialFocus={next}
      actions={
        <Button ref={next} variant="primary" onClick={onNext}>
          {t('labelling.nextItem')}
        </Button>
      }
    >
      {differences.length === 0 ? null : (
        <table className="w-full border-collapse text-left text-sm">
          <thead>
            <tr className="text-text-2">
              {[t('labellingAside.row'), t('labellingAside.yours'), t('labellingAside.gold')].map((head) => (
                <th key={head} className="border-line border-b px-2 py-1 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differences.map(({ row, yours, gold }) => (
              <tr key={row}>
                <th scope="row" className="border-line border-b px-2 py-1 font-normal text-text-2">
                  {row}
                </th>
                <td className="border-line border-b px-2 py-1 wrap-anywhere">
                  <span aria-hidden="true" className="text-err">
                    ✕{' '}
                  </span>
                  {yours}
                </td>
                <td className="border-line border-b px-2 py-1 wrap-anywhere">
                  <span aria-hidden="true" className="text-ok">
                    ✓{' '}
                  </span>
                  {gold}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {why === '' ? null : (
        <p className="text-sm whitespace-pre-wrap wrap-anywhere">
          <b className="font-medium">{t('labellingAside.why')}:</b> {why}
        </p>
      )}
    </Dialog>
  );
}
