'use client';

import { type ReactNode, useState } from 'react';
import { formatDuration } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { commandKeyLabel } from '../../lib/client/platform.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { SqlAnswer, TableInfo } from '../../lib/contracts/evidence.ts';
import { CopyButton, isCut } from '../cells/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { showToast } from '../ui/toast.ts';
import { toSafeCsv } from './sql-csv.ts';
import { readHistory } from './sql-history.ts';
import { examplesFor } from './sql-names.ts';

interface SqlToolbarProps {
  readonly viewed: Viewed;
  readonly tables: readonly TableInfo[];
  readonly draft: string;
  readonly ran: string;
  readonly busy: boolean;
  readonly answer: SqlAnswer | undefined;
  readonly onRun: () => void;
  readonly onExplain: () => void;
  /** A query out of a menu, to run at once. */
  readonly onChoose: (sql: string) => void;
}

export function SqlToolbar(props: SqlToolbarProps): ReactNode {
  const { viewed, tables, draft, busy, answer, onRun, onExplain, onChoose } = props;
  const [command] = useState(commandKeyLabel);
  const empty = draft.trim() === '';
  const examples = examplesFor(tables, viewed.step?.tablesTouched ?? []);
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1.5 border-line border-b px-2 py-1.5">
      <Button variant="primary" focusableWhenDisabled disabled={empty || busy} onClick={onRun}>
        {t('sql.run')} <Kbd>{`${command}↵`}</Kbd>
      </Button>
      <Button focusableWhenDisabled disabled={empty || busy} onClick={onExplain}>
        {t('sql.explain')}
      </Button>
      <Menu
        label={t('sql.examples')}
        entries={examples.map(({ id, label, sql }) => ({ id, label, onSelect: () => onChoose(sql) }))}
        trigger={(trigger) => (
          <Button variant="ghost" {...trigger}>
            {t('sql.examples')} <Icon name="down" className="size-3" />
          </Button>
        )}
      />
      <Menu
        label={t('sql.history')}
        entries={historyEntries(viewed.scenario, onChoose)}
        trigger={(trigger) => (
          <Button variant="ghost" {...trigger}>
            {t('sql.history')} <Icon name="down" className="size-3" />
          </Button>
        )}
      />
      <span className="min-w-0 flex-1" />
      <p role="status" className="text-sm text-text-2">
        {answer === undefined || busy ? '' : summaryOf(answer, viewed.seq)}
      </p>
      {props.ran === '' ? null : <CopyButton label={t('sql.copyLink')} text={() => permalink(viewed.seq)} />}
      {answer?.kind === 'rows' && answer.rows.length > 0 ? <CsvMenu answer={answer} /> : null}
    </div>
  );
}

function historyEntries(scenario: string, onChoose: (sql: string) => void): readonly MenuEntry[] {
  const queries = readHistory(scenario);
  if (queries.length === 0)
    return [{ kind: 'action', id: 'none', label: t('sql.noHistory'), disabled: true }];
  return queries.map((sql) => ({
    id: sql,
    label: shorten(sql.replace(/\s+/g, ' ')),
    onSelect: () => onChoose(sql),
  }));
}

const SHOWN_CHARS = 90;

function shorten(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

function summaryOf(answer: SqlAnswer, seq: number): string {
  const place = seq === 0 ? t('sql.atSeed') : t('sql.atStep', { seq });
  switch (answer.kind) {
    case 'rows':
      return [t('sql.rows', { count: answer.rows.length }), formatDuration(answer.ms), place].join(' · ');
    case 'plan':
      return [t('sql.plan'), formatDuration(answer.ms), place].join(' · ');
    case 'refused':
    case 'stopped':
    case 'unavailable':
      return '';
  }
}

/** The page's address with the step that is looked at: what it shows stays the same while the session goes on. */
function permalink(seq: number): string {
  const url = new URL(window.location.href);
  url.searchParams.set('tab', 'sql');
  url.searchParams.set('step', String(seq));
  return url.toString();
}

type Rows = Extract<SqlAnswer, { kind: 'rows' }>;

function CsvMenu({ answer }: { readonly answer: Rows }): ReactNode {
  return (
    <Menu
      label={t('sql.csv')}
      align="end"
      entries={[
        { id: 'download', icon: 'download', label: t('sql.download'), onSelect: () => download(answer) },
        { id: 'copy', icon: 'copy', label: t('sql.copyCsv'), onSelect: () => void copy(answer) },
      ]}
      trigger={(trigger) => (
        <Button variant="ghost" {...trigger}>
          {t('sql.csv')} <Icon name="down" className="size-3" />
        </Button>
      )}
    />
  );
}

function download(answer: Rows): void {
  const { text, guarded } = toSafeCsv(answer.columns, answer.rows);
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'query.csv';
  link.click();
  URL.revokeObjectURL(url);
  tellWhatDiffers(answer, guarded);
}

async function copy(answer: Rows): Promise<void> {
  const { text, guarded } = toSafeCsv(answer.columns, answer.rows);
  try {
    await navigator.clipboard.writeText(text);
    showToast({ tone: 'ok', text: t('sql.copied') });
  } catch {
    showToast({ tone: 'err', text: t('sql.copyFailed') });
    return;
  }
  tellWhatDiffers(answer, guarded);
}

/** A file that is not the whole truth says so. */
function tellWhatDiffers(answer: Rows, guarded: number): void {
  const cut = answer.rows.reduce((sum, row) => sum + row.filter(isCut).length, 0);
  if (guarded > 0) showToast({ tone: 'info', text: t('sql.guarded', { count: guarded }) });
  if (cut > 0) showToast({ tone: 'warn', text: t('sql.cutCells', { count: cut }) });
  if (answer.truncated) showToast({ tone: 'warn', text: t('sql.truncated', { limit: answer.rows.length }) });
}
