'use client';

import { type ReactNode, useId, useRef, useState } from 'react';
import type { z } from 'zod/mini';
import type { QueueDetail } from '../../../lib/contracts/annotation/queue-admin.ts';
import type { queueAdminRoutes } from '../../../lib/contracts/annotation/rest-queues.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { t } from './messages.ts';
import { focusWrong } from './number-field.tsx';
import { SettingsFields } from './settings-fields.tsx';

type Change = z.input<typeof queueAdminRoutes.changeQueue.body>;

interface EditQueueProps {
  readonly queue: QueueDetail;
  readonly busy: boolean;
  readonly onSave: (to: Change) => void;
  readonly onClose: () => void;
}

/** A queue's name and how it is given out; nothing holds until it is saved. */
export function EditQueue({ queue, busy, onSave, onClose }: EditQueueProps): ReactNode {
  const [name, setName] = useState(queue.name);
  const [changed, setChanged] = useState<Partial<QueueDetail['settings']>>({});
  const form = useRef<HTMLDivElement>(null);
  const id = useId();
  const said = name.trim();
  const isSame = said === queue.name && Object.keys(changed).length === 0;
  return (
    <div ref={form} className="mt-3 flex max-w-[640px] flex-col gap-2 border-line border-t pt-3">
      <label htmlFor={id} className="text-sm">
        {t('queueAdmin.create.name')}
      </label>
      <Input id={id} value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
      <SettingsFields
        settings={{ ...queue.settings, ...changed }}
        onboarding={queue.kind === 'onboarding'}
        onChange={(to) => setChanged((before) => ({ ...before, ...to }))}
      />
      <p className="text-text-2 text-xs">{t('queueAdmin.editHint')}</p>
      <span className="flex gap-2">
        <Button
          variant="primary"
          disabled={said === '' || isSame || busy}
          busy={busy}
          onClick={() => {
            if (focusWrong(form.current)) return;
            onSave({ ...(said !== queue.name && { name: said }), settings: changed });
          }}
        >
          {t('queueAdmin.settings.save')}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </span>
    </div>
  );
}
