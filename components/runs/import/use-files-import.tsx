'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber, formatSize } from '../../../lib/client/format.ts';
import { jobKeys } from '../../../lib/client/queries/jobs.ts';
import { JobProgress } from '../../jobs/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Progress } from '../../ui/progress.tsx';
import { t } from '../messages.ts';
import { type ChosenFile, chosenFiles, droppedFiles, mergeFiles } from './chosen-files.ts';
import { NamedField } from './named-field.tsx';
import { type RefusedFile, type SendProgress, sendImport } from './send-import.ts';
import type { ImportPart } from './types.ts';

/** Which files, whose runs they are; then how far they are, and what became of each. */
export function useFilesImport(dropped: readonly ChosenFile[], onImported: () => void): ImportPart {
  const client = useQueryClient();
  const [files, setFiles] = useState(() => mergeFiles([], dropped));
  const [experiment, setExperiment] = useState('');
  const [policy, setPolicy] = useState('');
  const [reconstruct, setReconstruct] = useState(true);
  const [progress, setProgress] = useState<SendProgress | null>(null);
  const stop = useRef<AbortController>(null);
  // What is half sent when the dialog goes away is given up.
  useEffect(() => () => stop.current?.abort(), []);
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const send = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      const run = {
        ...(experiment.trim() !== '' && { experiment: experiment.trim() }),
        ...(policy.trim() !== '' && { policy: policy.trim() }),
      };
      return sendImport(files, { run, reconstruct, signal: stop.current.signal, onProgress: setProgress });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: jobKeys.list() }),
  });
  const job = send.data?.job ?? null;
  const isBegun = send.isPending || send.data !== undefined;
  if (send.data !== undefined) {
    const again = () => {
      setFiles([]);
      setProgress(null);
      send.reset();
    };
    return {
      isBegun,
      hasJob: job !== null,
      action: <Button onClick={again}>{t('runs.import.again')}</Button>,
      body: (
        <>
          <Refused files={send.data.refused} />
          {job === null ? (
            <p role="alert" className="text-sm">
              {t('runs.import.nothingSent')}
            </p>
          ) : (
            <JobProgress id={job.id} onEnd={onImported} />
          )}
        </>
      ),
    };
  }
  return {
    isBegun,
    hasJob: false,
    action: (
      <Button
        variant="primary"
        disabled={files.length === 0}
        busy={send.isPending}
        onClick={() => send.mutate()}
      >
        {t('runs.import.start')}
      </Button>
    ),
    body: (
      <>
        <FilePlace files={files} bytes={bytes} onAdd={(more) => setFiles(mergeFiles(files, more))} />
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-1 text-sm text-text-2">{t('runs.import.who')}</legend>
          <NamedField label={t('runs.import.experiment')} value={experiment} onChange={setExperiment} />
          <NamedField label={t('runs.import.policy')} value={policy} onChange={setPolicy} />
        </fieldset>
        <Checkbox checked={reconstruct} onChange={setReconstruct} label={t('runs.import.reconstruct')} />
        {send.isPending ? (
          <Progress
            label={
              progress === null ? t('runs.import.title') : t('runs.import.sending', { path: progress.path })
            }
            value={progress?.bytes ?? null}
            max={Math.max(1, bytes)}
            text={t('runs.import.sent', {
              done: formatNumber(progress?.files ?? 0),
              total: formatNumber(files.length),
            })}
          />
        ) : null}
        {send.isError ? <ErrorLine>{t('runs.import.failed', { why: send.error.message })}</ErrorLine> : null}
      </>
    ),
  };
}

interface FilePlaceProps {
  readonly files: readonly ChosenFile[];
  readonly bytes: number;
  readonly onAdd: (files: readonly ChosenFile[]) => void;
}

function FilePlace({ files, bytes, onAdd }: FilePlaceProps): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  function onDrop(event: DragEvent): void {
    event.preventDefault();
    event.stopPropagation();
    droppedFiles(event.dataTransfer).then(onAdd, () => undefined);
  }
  function onChoose({ target }: ChangeEvent<HTMLInputElement>): void {
    onAdd(chosenFiles(target.files ?? []));
    target.value = '';
  }
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      className="flex flex-col items-center gap-2 rounded-2 border border-line-control border-dashed p-4 text-sm"
    >
      <p className="text-text-2 pointer-coarse:hidden">{t('runs.import.drop')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={() => picker.current?.click()}>{t('runs.import.files')}</Button>
        <Button onClick={() => folder.current?.click()}>{t('runs.import.folder')}</Button>
      </div>
      <p role="status" className="font-medium">
        {files.length === 0
          ? t('runs.import.none')
          : t('runs.import.chosen', { count: files.length, size: formatSize(bytes) })}
      </p>
      <input ref={picker} type="file" multiple hidden data-import="files" onChange={onChoose} />
      <input
        ref={(element) => {
          folder.current = element;
          // React does not know the attribute.
          element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        multiple
        hidden
        data-import="folder"
        onChange={onChoose}
      />
    </div>
  );
}

const SHOWN = 100;

function Refused({ files }: { readonly files: readonly RefusedFile[] }): ReactNode {
  if (files.length === 0) return null;
  return (
    <section role="alert" className="text-sm">
      <h3 className="font-semibold">
        <span aria-hidden="true" className="text-err">
          ✕{' '}
        </span>
        {t('runs.import.refused', { count: files.length })}
      </h3>
      <ul tabIndex={0} className="max-h-40 overflow-y-auto">
        {files.slice(0, SHOWN).map(({ path, why }) => (
          <li key={path} className="wrap-anywhere">
            <span className="font-mono">{path}</span> <span className="text-text-2">{why}</span>
          </li>
        ))}
        {files.length > SHOWN ? <li>{t('jobs.more', { count: files.length - SHOWN })}</li> : null}
      </ul>
    </section>
  );
}
