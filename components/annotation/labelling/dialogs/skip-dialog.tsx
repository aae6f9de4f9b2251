'use client';

import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldError, Textarea } from '../../../ui/input.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { t } from '../aside-messages.ts';
import { messageOf } from '../use-submit.ts';

const REASONS = ['unclear', 'domain', 'broken', 'language', 'conflict'] as const;

interface SkipDialogProps {
  readonly onSkip: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Why an item is skipped: one of the usual reasons by its number, or one's own words. */
export function SkipDialog({ onSkip, onClose }: SkipDialogProps): ReactNode {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  const id = useId();

  async function skip(reason: string): Promise<void> {
    if (busy || reason.trim() === '') return;
    setBusy(true);
    try {
      await onSkip(reason.trim());
      onClose();
    } catch (error) {
      setBusy(false);
      setFailed(messageOf(error));
    }
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (
      event.target instanceof HTMLTextAreaElement ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.repeat
    )
      return;
    const reason = REASONS[Number(event.key) - 1];
    if (reason === undefined) return;
    event.preventDefault();
    void skip(t(`labellingAside.skipReasons.${reason}`));
  });
  // Of the whole page: a number that is typed at once comes before the focus does.
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => onKeyDown(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);

  return (
    <Dialog
      title={t('labellingAside.skipTitle')}
      description={t('labellingAside.skipBody')}
      onClose={onClose}
      initialFocus={first}
      actions={
        <>
          <Button onClick={onClose}>{t('labellingAside.keep')}</Button>
          <Button variant="primary" busy={busy} disabled={text.trim() === ''} onClick={() => void skip(text)}>
            {t('labellingAside.skipDo')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1.5">
        {REASONS.map((reason, index) => (
          <Button
            key={reason}
            ref={index === 0 ? first : undefined}
            className="justify-start"
            onClick={() => void skip(t(`labellingAside.skipReasons.${reason}`))}
          >
            <Kbd>{index + 1}</Kbd> {t(`labellingAside.skipReasons.${reason}`)}
          </Button>
        ))}
        <label htmlFor={id} className="text-sm text-text-2">
          {t('labellingAside.skipOther')}
        </label>
        <Textarea
          id={id}
          rows={2}
          maxLength={2_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {failed === null ? null : (
          <FieldError id={`${id}-failed`}>{t('labellingAside.skipFailed', { message: failed })}</FieldError>
        )}
      </div>
    </Dialog>
  );
}
