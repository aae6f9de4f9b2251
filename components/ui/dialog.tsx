'use client';

import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';

interface DialogProps {
  readonly onClose: () => void;
  readonly title: string;
  readonly description: string;
  readonly children?: ReactNode;
  /** Buttons at the foot, the safe choice first. */
  readonly actions: ReactNode;
  /** Where the focus starts: the safe choice or the first field. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

/** Modal; open as long as it is mounted. */
export function Dialog({
  onClose,
  title,
  description,
  children,
  actions,
  initialFocus,
}: DialogProps): ReactNode {
  return (
    <BaseDialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(10_12_16/.45)]" />
        <BaseDialog.Popup
          data-modal
          initialFocus={initialFocus}
          className="fixed top-1/2 left-1/2 z-50 flex max-h-[90dvh] w-[440px] max-w-[calc(100vw-24px)] -translate-x-1/2 -translate-y-1/2 flex-col gap-3 overflow-y-auto rounded-2 border border-line-strong bg-overlay p-4 shadow-2 outline-none"
        >
          <BaseDialog.Title className="font-semibold text-lg">{title}</BaseDialog.Title>
          <BaseDialog.Description className="text-sm text-text-2">{description}</BaseDialog.Description>
          {children}
          <div className="flex flex-wrap justify-end gap-2">{actions}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
