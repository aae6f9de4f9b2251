'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useRef, useState } from 'react';
import { t } from './messages.ts';
import { sqlQuery, tablesQuery } from '../../lib/client/queries/evidence.ts';
import type { TableInfo } from '../../lib/contracts/evidence.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import { type EditorActions, TextEditor } from '../editor/index.ts';
import { pushUrl } from '../layout/url-link.tsx';
import { Button } from '../ui/button.tsx';
import { addToHistory } from './sql-history.ts';
import { quoteName } from './sql-names.ts';
import { SqlResult } from './sql-result.tsx';
import { SqlToolbar } from './sql-toolbar.tsx';
import { useSqlDraft } from './use-sql-draft.ts';

/** Read-only SQL over the viewed state. What was run is in the URL; it runs again where another state is looked at. */
export function SqlTab({ viewed }: { readonly viewed: Viewed }): ReactNode {
  const { recordId, scenario, seq } = viewed;
  const ran = useSearchParams().get('sql') ?? '';
  const [draft, change] = useSqlDraft(recordId, ran);
  const [explain, setExplain] = useState(false);
  const editor = useRef<EditorActions>(null);
  const tables = useQuery(tablesQuery(recordId, seq));
  const result = useQuery({ ...sqlQuery(recordId, seq, ran, explain), enabled: ran !== '' });
  const known = tables.data?.state === 'ok' ? tables.data.tables : [];

  function run(sql: string, asPlan: boolean): void {
    const text = sql.trim();
    if (text === '') return;
    change(sql);
    addToHistory(scenario, text);
    setExplain(asPlan);
    // What stopped at its second is run again, not shown again.
    if (text === ran && asPlan === explain) void result.refetch();
    else if (text !== ran) pushUrl({ sql: text });
  }

  return (
    <div
      className="flex min-h-0 flex-1 flex-col overflow-y-auto"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
        event.preventDefault();
        run(draft, false);
      }}
    >
      <TableChips tables={known} onChoose={(name) => editor.current?.insert(quoteName(name))} />
      <TextEditor
        value={draft}
        onChange={change}
        language="sql"
        label={`${t('sql.editor')}. ${t('editor.leave')}`}
        placeholder={t('sql.placeholder')}
        onRun={(text) => run(text, false)}
        actions={editor}
        className="h-32 max-h-[60%] min-h-16 shrink-0 resize-y overflow-hidden border-line border-b"
      />
      <SqlToolbar
        viewed={viewed}
        tables={known}
        draft={draft}
        ran={ran}
        busy={result.isFetching}
        answer={result.data}
        onRun={() => run(draft, false)}
        onExplain={() => run(draft, true)}
        onChoose={(sql) => run(sql, false)}
      />
      <SqlResult key={`${seq}/${ran}/${String(explain)}`} idle={ran === ''} query={result} />
    </div>
  );
}

interface TableChipsProps {
  readonly tables: readonly TableInfo[];
  readonly onChoose: (name: string) => void;
}

function TableChips({ tables, onChoose }: TableChipsProps): ReactNode {
  if (tables.length === 0) return null;
  return (
    <ul
      aria-label={t('sql.tables')}
      className="flex shrink-0 items-center gap-1 overflow-x-auto [scrollbar-width:thin] border-line border-b px-2 py-1"
    >
      {tables.map(({ name, rows }) => (
        <li key={name} className="shrink-0">
          <Button
            size="sm"
            aria-label={t('sql.insert', { table: name })}
            title={rows === null ? name : `${name} · ${t('sql.rows', { count: rows })}`}
            onClick={() => onChoose(name)}
            className="px-1.5 font-mono font-normal"
          >
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
