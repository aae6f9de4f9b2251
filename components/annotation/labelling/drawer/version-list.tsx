'use client';

import type { ReactNode } from 'react';
import { formatAbsolute } from '../../../../lib/client/format.ts';
import { t } from '../aside-messages.ts';
import { differingRows } from '../model/differing-rows.ts';
import { DifferingTable } from '../parts/differing-table.tsx';
import { useItem, useLabel } from '../use-item.ts';

/** Each label that was submitted of the item, beside what the form says now. */
export function VersionList(): ReactNode {
  const { versions } = useItem().assignment;
  const doc = useLabel((label) => label);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-2">
      {versions.toReversed().map((version) => (
        <section key={version.version} className="mb-3">
          <h3 className="font-semibold text-sm">
            {t('labellingAside.version', { version: version.version })}{' '}
            <span className="font-normal text-text-2">{formatAbsolute(version.atMs)}</span>
          </h3>
          <DifferingTable
            rows={differingRows(version.doc, doc)}
            a={t('labellingAside.version', { version: version.version })}
            b={t('labellingAside.nowColumn')}
          />
        </section>
      ))}
    </div>
  );
}
