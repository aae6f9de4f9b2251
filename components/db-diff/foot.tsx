'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { ChangeSet } from '../../lib/contracts/evidence.ts';
import { countTimestamps } from './layout.ts';
import { useChangesView } from './view-store.ts';

/** What is hidden, and what did not change. */
export function ChangesFoot({ changes }: { readonly changes: ChangeSet }): ReactNode {
  const { hideTimestamps, setHideTimestamps } = useChangesView();
  const count = countTimestamps(changes.tables);
  const broken = changes.brokenReferences;
  return (
    <footer className="mt-2.5 flex flex-col gap-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-text-2">
        <label className="inline-flex min-h-6 items-center gap-1.5 text-text">
          <input
            type="checkbox"
            checked={hideTimestamps}
            onChange={(event) => setHideTimestamps(event.target.checked)}
            className="size-3.5 accent-accent"
          />
          {t('changes.hideTimestamps')}
        </label>
        <span>{t(hideTimestamps ? 'changes.timestampsHidden' : 'changes.timestampsShown', { count })}</span>
        <span className="flex-1" />
        <span>{t('changes.untouched', { count: changes.untouchedTables })}</span>
        <span>{t(changes.schema.length === 0 ? 'changes.schemaSame' : 'changes.schemaMoved')}</span>
        {broken.length === 0 ? (
          <span>{t('changes.referencesHold')}</span>
        ) : (
          <span className="font-medium text-err">
            <span aria-hidden="true">✕ </span>
            {t('changes.referencesBroken', { count: broken.length })}
          </span>
        )}
      </div>
      {broken.length === 0 ? null : (
        <section aria-label={t('changes.brokenTitle')}>
          <ul className="flex flex-col gap-0.5">
            {broken.map(({ table, key, column, references }) => (
              <li key={`${table} ${key} ${column}`} className="text-text-2 wrap-anywhere">
                <span aria-hidden="true" className="text-err">
                  ✕{' '}
                </span>
                <b className="font-mono">{table}</b> {t('changes.broken', { column, references })}
              </li>
            ))}
          </ul>
        </section>
      )}
    </footer>
  );
}
