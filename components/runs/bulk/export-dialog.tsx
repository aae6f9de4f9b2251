'use client';

import type { ReactNode } from 'react';
import { buildPath } from '../../../lib/client/api.ts';
import { formatNumber } from '../../../lib/client/format.ts';
import { t } from '../messages.ts';
import { artifactRoutes } from '../../../lib/contracts/rest-artifacts.ts';
import { runRoutes } from '../../../lib/contracts/rest-runs.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type BulkDialogProps, CloseButton, Preview, useFixed } from './bulk-parts.tsx';

const FORMATS = ['csv', 'jsonl', 'parquet'] as const;
/** As the route says of itself. */
const ZIP_LIMIT = 10_000;

/** Rows of the table as a file, or the runs themselves. */
export function ExportDialog({ state, onClose }: BulkDialogProps): ReactNode {
  const fixed = useFixed(state.target);
  const selection = fixed.data;
  const params = { id: selection?.id ?? '' };
  return (
    <Dialog
      onClose={onClose}
      title={t('runs.actions.exportTitle', { count: state.count })}
      description={t('runs.actions.exportBody')}
      actions={<CloseButton onClose={onClose} />}
    >
      <Preview fixed={fixed} />
      {selection === undefined ? null : (
        <>
          <section className="flex flex-col gap-1.5">
            <h3 className="font-semibold text-sm">{t('runs.actions.exportTable')}</h3>
            <div className="flex flex-wrap gap-2">
              {FORMATS.map((format) => (
                <a
                  key={format}
                  download
                  href={buildPath(runRoutes.exportRuns.path, params, { format })}
                  className={buttonClass()}
                >
                  <Icon name="download" className="size-3.5" />
                  {t('runs.actions.download', { format: format.toUpperCase() })}
                </a>
              ))}
            </div>
          </section>
          <section className="flex flex-col gap-1.5">
            <h3 className="font-semibold text-sm">{t('runs.actions.exportRuns')}</h3>
            {selection.count > ZIP_LIMIT ? (
              <p className="text-sm text-text-2">
                {t('runs.actions.zipLimit', { limit: formatNumber(ZIP_LIMIT) })}
              </p>
            ) : (
              <a
                download
                href={buildPath(artifactRoutes.exportSelection.path, params, {})}
                className={buttonClass({ className: 'self-start' })}
              >
                <Icon name="download" className="size-3.5" />
                {t('runs.actions.download', { format: 'ZIP' })}
              </a>
            )}
          </section>
        </>
      )}
    </Dialog>
  );
}
