'use client';

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { formatDuration, formatNumber } from '../../../lib/client/format.ts';
import { t } from '../messages.ts';
import { runRoutes } from '../../../lib/contracts/rest-runs.ts';
import type { StateSearchAnswer } from '../../../lib/contracts/runs.ts';
import { CellValue, DataGrid, resultColumns } from '../../cells/index.ts';
import { type EditorActions, TextEditor } from '../../editor/index.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Strip } from '../../ui/strip.tsx';
import { countOf, type RunChoice, targetOf } from '../model/selection.ts';
import { STATE_EXAMPLES } from './examples.ts';

/** Runs whose ids a filter spells out; more of them are only selected. */
const MAX_FILTERED = 50;

interface StateSearchProps {
  readonly query: string;
  readonly matched: number;
  readonly choice: RunChoice;
  readonly onFilter: (query: string) => void;
  readonly onSelect: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** SQL over what the runs changed: those that match, or those that are selected. */
export function StateSearch(props: StateSearchProps): ReactNode {
  const { query, matched, choice, onClose } = props;
  const selected = countOf(choice);
  const [draft, setDraft] = useState<string>(STATE_EXAMPLES[0]?.sql ?? '');
  const [of, setOf] = useState<'end' | 'steps'>('end');
  const [scope, setScope] = useState<'matching' | 'selected'>(selected > 0 ? 'selected' : 'matching');
  const editor = useRef<EditorActions>(null);
  const over = selected > 0 ? scope : 'matching';
  const search = useMutation({
    mutationFn: async (sql: string): Promise<StateSearchAnswer> => {
      const target =
        over === 'selected'
          ? targetOf(choice)
          : { selection: (await callApi(runRoutes.selectRuns, { body: { q: query } })).id };
      if (target === null) throw new Error(t('runs.selection.gone'));
      return callApi(runRoutes.searchStates, { body: { target, sql, of } });
    },
  });

  function run(sql: string): void {
    if (sql.trim() === '' || search.isPending) return;
    setDraft(sql);
    search.mutate(sql);
  }

  return (
    <section
      aria-label={t('runs.states.title')}
      className="flex h-[46%] min-h-64 shrink-0 flex-col border-line border-b bg-surface"
    >
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-3 py-1">
        <h2 className="font-semibold text-sm">{t('runs.states.title')}</h2>
        <Segmented
          size="sm"
          label={t('runs.states.of')}
          value={of}
          segments={[
            { value: 'end', label: t('runs.states.ofEnd') },
            { value: 'steps', label: t('runs.states.ofSteps') },
          ]}
          onChange={setOf}
        />
        {selected === 0 ? (
          <span className="text-sm text-text-2">{t('runs.states.over.matching', { count: matched })}</span>
        ) : (
          <Segmented
            size="sm"
            label={t('runs.states.scope')}
            value={over}
            segments={[
              { value: 'matching', label: t('runs.states.over.matching', { count: matched }) },
              { value: 'selected', label: t('runs.states.over.selected', { count: selected }) },
            ]}
            onChange={setScope}
          />
        )}
        <Menu
          label={t('runs.states.examples')}
          entries={STATE_EXAMPLES.map(({ label, sql }) => ({
            id: label,
            label: t(label),
            onSelect: () => setDraft(sql),
          }))}
          trigger={(trigger) => (
            <Button {...trigger} variant="ghost" size="sm">
              {t('runs.states.examples')}
            </Button>
          )}
        />
        <Button
          variant="primary"
          size="sm"
          busy={search.isPending}
          disabled={draft.trim() === ''}
          onClick={() => run(draft)}
        >
          {t('runs.states.run')}
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          className="ml-auto"
          aria-label={t('runs.states.close')}
          onClick={onClose}
        >
          <Icon name="close" className="size-3.5" />
        </Button>
      </div>
      <p className="shrink-0 px-3 pb-1 text-text-2 text-xs">{t('runs.states.hint')}</p>
      <TextEditor
        value={draft}
        onChange={setDraft}
        language="sql"
        label={t('runs.states.sql')}
        onRun={run}
        actions={editor}
        className="h-24 max-h-[50%] min-h-16 shrink-0 resize-y overflow-hidden border-line border-y"
      />
      <div className="flex min-h-0 flex-1 flex-col overflow-auto">
        {search.isPending ? (
          <Loading what={t('runs.states.what')} />
        ) : search.isError ? (
          <Notice tone="err" role="alert" title={t('runs.states.failed')}>
            {search.error.message}
          </Notice>
        ) : search.data === undefined ? (
          <p className="p-3 text-sm text-text-2">{t('runs.states.start')}</p>
        ) : (
          <Answer {...props} answer={search.data} />
        )}
      </div>
    </section>
  );
}

function Answer({
  answer,
  onFilter,
  onSelect,
}: Pick<StateSearchProps, 'onFilter' | 'onSelect'> & { readonly answer: StateSearchAnswer }): ReactNode {
  switch (answer.kind) {
    case 'refused':
      return (
        <Notice tone="err" role="alert" title={t('sql.refusedTitle')}>
          <p className="font-mono text-text">{answer.message}</p>
        </Notice>
      );
    case 'stopped':
      return (
        <Notice
          tone="warn"
          role="alert"
          title={t('sql.stoppedTitle', { ms: formatDuration(answer.afterMs) })}
        >
          {answer.message}
        </Notice>
      );
    case 'rows':
      return <Rows answer={answer} onFilter={onFilter} onSelect={onSelect} />;
  }
}

interface RowsProps extends Pick<StateSearchProps, 'onFilter' | 'onSelect'> {
  readonly answer: Extract<StateSearchAnswer, { kind: 'rows' }>;
}

function Rows({ answer, onFilter, onSelect }: RowsProps): ReactNode {
  const { columns, rows, runs, searched, unread, beyondLimit, ms, truncated } = answer;
  const runColumn = columns.indexOf('run');
  const shape = useMemo(() => resultColumns(columns, rows), [columns, rows]);

  return (
    <>
      <p className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1 text-sm text-text-2">
        <span role="status">
          {t('runs.states.searched', { searched: formatNumber(searched), time: formatDuration(ms) })}
        </span>
        {unread > 0 ? <span>{t('runs.states.unread', { count: unread })}</span> : null}
        {beyondLimit > 0 ? <span>{t('runs.states.beyond', { count: beyondLimit })}</span> : null}
        {runs.length === 0 || runs.length > MAX_FILTERED ? null : (
          <Button size="sm" onClick={() => onFilter(`id:${runs.join(',')}`)}>
            {t('runs.states.filter', { count: runs.length })}
          </Button>
        )}
        {runs.length === 0 ? null : (
          <Button size="sm" onClick={() => onSelect(runs)}>
            {t('runs.states.select', { count: runs.length })}
          </Button>
        )}
      </p>
      {truncated ? <Strip tone="warn">{t('sql.truncated', { limit: rows.length })}</Strip> : null}
      {rows.length === 0 ? (
        <Notice title={t('sql.noRows')}>{t('sql.noRowsBody')}</Notice>
      ) : (
        <DataGrid
          label={t('sql.result')}
          columns={shape}
          rowCount={rows.length}
          cell={(at, column) => {
            const cell = rows[at]?.[column] ?? null;
            if (column === runColumn && typeof cell === 'string') {
              return (
                <NavLink href={`/runs/${encodeURIComponent(cell)}`} className="text-accent underline">
                  {cell.slice(0, 6)}
                </NavLink>
              );
            }
            return <CellValue cell={cell} />;
          }}
        />
      )}
    </>
  );
}
