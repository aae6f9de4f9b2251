'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { t } from '../messages.ts';
import type { ChosenFile } from './chosen-files.ts';
import { useFilesImport } from './use-files-import.tsx';
import { usePull } from './use-pull.tsx';

interface ImportDialogProps {
  readonly dropped: readonly ChosenFile[];
  readonly onImported: () => void;
  readonly onClose: () => void;
}

/** Where runs come from, files or another studio; then how far that is, and what became of each run. */
export function ImportDialog({ dropped, onImported, onClose }: ImportDialogProps): ReactNode {
  const [source, setSource] = useState<'files' | 'studio'>('files');
  const files = useFilesImport(dropped, onImported);
  const pull = usePull(onImported);
  const part = source === 'files' ? files : pull;
  return (
    <Dialog
      onClose={onClose}
      title={t('runs.import.title')}
      description={source === 'files' ? t('runs.import.body') : t('runs.pull.body')}
      actions={
        <>
          <Button onClick={onClose}>{part.hasJob ? t('runs.import.close') : t('common.cancel')}</Button>
          {part.action}
        </>
      }
    >
      {part.isBegun ? null : (
        <Segmented
          label={t('runs.import.from')}
          value={source}
          onChange={setSource}
          fill
          segments={[
            { value: 'files', label: t('runs.import.fromFiles') },
            { value: 'studio', label: t('runs.import.fromStudio') },
          ]}
        />
      )}
      {part.body}
    </Dialog>
  );
}
