'use client';

import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { t } from '../messages.ts';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { showToast } from '../../ui/toast.ts';
import { type ChosenFile, droppedFiles } from './chosen-files.ts';

interface ImportDropProps {
  /** False: files that are dropped are left to the browser. */
  readonly enabled: boolean;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onImported: () => void;
  readonly children: ReactNode;
}

const dialogPart = createLazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog);

/** The page as a place to drop files on; what is dropped opens the dialog of the import. */
export function ImportDrop(props: ImportDropProps): ReactNode {
  const { enabled, open, onOpenChange, onImported, children } = props;
  const [over, setOver] = useState(false);
  const [dropped, setDropped] = useState<readonly ChosenFile[]>([]);
  // Entering a child leaves its parent.
  const depth = useRef(0);
  const dialog = dialogPart.usePart(open);

  const hasFiles = ({ dataTransfer }: DragEvent): boolean => enabled && dataTransfer.types.includes('Files');

  function onDrop(event: DragEvent): void {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    droppedFiles(event.dataTransfer).then(
      (files) => {
        if (files.length === 0) return;
        setDropped(files);
        onOpenChange(true);
      },
      (error: unknown) => showToast({ tone: 'err', text: String(error) }),
    );
  }

  return (
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragEnter={(event) => {
        if (!hasFiles(event)) return;
        depth.current += 1;
        dialogPart.preload();
        setOver(true);
      }}
      onDragLeave={() => {
        depth.current = Math.max(0, depth.current - 1);
        if (depth.current === 0) setOver(false);
      }}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={onDrop}
    >
      {children}
      {over ? (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-2 z-40 grid place-items-center rounded-2 border-2 border-accent border-dashed bg-accent-soft font-semibold text-lg opacity-95"
        >
          {t('runs.import.dropHere')}
        </div>
      ) : null}
      {open && dialog.state === 'ready' ? (
        <dialog.part
          dropped={dropped}
          onImported={onImported}
          onClose={() => {
            setDropped([]);
            onOpenChange(false);
          }}
        />
      ) : null}
    </div>
  );
}
