'use client';

import type { ReactNode } from 'react';
import { useKeyLabel } from '../../../lib/client/keys/index.ts';
import { t } from '../messages.ts';
import { TASK_STATUSES, type TaskStatusName } from '../../../lib/contracts/task-statuses.ts';
import { useMay } from '../../identity/index.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { STATUS_LOOKS } from '../marks/status-mark.tsx';

/** One button a status, with its key. Nothing for whoever may set none. */
export function StatusButtons({ onChoose }: { readonly onChoose: (status: TaskStatusName) => void }): ReactNode {
  if (!useMay()('write')) return null;
  return TASK_STATUSES.map((status) => (
    <StatusButton key={status} status={status} onChoose={() => onChoose(status)} />
  ));
}

function StatusButton({
  status,
  onChoose,
}: {
  readonly status: TaskStatusName;
  readonly onChoose: () => void;
}): ReactNode {
  const key = useKeyLabel(`status.${status}`);
  const { glyph, look } = STATUS_LOOKS[status];
  return (
    <Button onClick={onChoose} className="bg-surface">
      <span aria-hidden="true" className={cx('mr-1 font-semibold', look)}>
        {glyph}
      </span>
      {t(`tasks.statuses.${status}`)}
      {key === null ? null : (
        <span className="ml-1.5">
          <Kbd>{key.shown}</Kbd>
        </span>
      )}
    </Button>
  );
}
