import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { TableInfo } from '../../lib/contracts/evidence.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** A view is a query of the scenario's: it is run only where it can be stopped. */
export function ViewNotice({ table }: { readonly table: TableInfo }): ReactNode {
  const sql = `SELECT * FROM "${table.name.replaceAll('"', '""')}" LIMIT 100`;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Notice
        title={t('tables.viewTitle', { name: table.name })}
        actions={
          <UrlLink set={{ tab: 'sql', sql }} className={buttonClass()}>
            {t('tables.viewOpen')}
          </UrlLink>
        }
      >
        {t('tables.viewBody')}
      </Notice>
      <pre className="mx-4 mb-4 rounded-1 bg-surface-2 px-2 py-1 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
        {table.sql}
      </pre>
    </div>
  );
}
