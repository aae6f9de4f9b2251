'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from './messages.ts';
import { type VerifierKey, versionCodeQuery } from '../../lib/client/queries/verifiers.ts';
import type { TaskVerifier } from '../../lib/contracts/workbench.ts';
import { DraftEditor, type LineRange } from '../editor/index.ts';
import { Segmented } from '../ui/segmented.tsx';
import { VersionsMenu, wordsOf } from './versions-menu.tsx';

interface CodePaneProps {
  readonly place: VerifierKey;
  readonly verifier: TaskVerifier;
  readonly before: number;
  readonly value: string;
  readonly changed: boolean;
  readonly highlight: LineRange | null;
  readonly onChange: (code: string) => void;
  readonly onRun: (code: string) => void;
  readonly onCompare: (version: number) => void;
  readonly onUse: (version: number) => void;
  readonly onOpen: (version: number) => void;
}

/** The draft, plainly or beside a version. */
export function CodePane(props: CodePaneProps): ReactNode {
  const { place, verifier, before, value, changed, highlight, onChange, onRun } = props;
  const [view, setView] = useState<'edit' | 'diff'>('edit');
  const version = verifier.versions.find((each) => each.version === before);
  const original = useQuery({
    ...versionCodeQuery(place, before, version?.hash ?? ''),
    enabled: view === 'diff',
  });
  return (
    <section
      aria-label={t('verifiers.editor')}
      className="flex min-h-[340px] min-w-0 flex-1 flex-col max-[899px]:h-[52vh] max-[899px]:flex-none"
    >
      <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-1">
        <Segmented
          label={t('verifiers.view')}
          size="sm"
          value={view}
          onChange={setView}
          segments={[
            { value: 'edit', label: t('verifiers.edit') },
            { value: 'diff', label: t('verifiers.diff', { version: before }) },
          ]}
        />
        <span className="min-w-0 flex-1 truncate text-right text-text-2 text-xs">
          {version === undefined ? null : `v${before} ${wordsOf(version)}`}
          <b className="ml-3 font-medium text-text">
            {changed
              ? t('verifiers.draft', { version: verifier.next })
              : t('verifiers.noDraft', { version: verifier.inUse })}
          </b>
        </span>
        <VersionsMenu
          verifier={verifier}
          before={before}
          onCompare={props.onCompare}
          onUse={props.onUse}
          onOpen={props.onOpen}
        />
      </div>
      <DraftEditor
        value={value}
        onChange={onChange}
        language="python"
        label={t('verifiers.editor')}
        original={view === 'diff' ? (original.data?.code ?? value) : null}
        onRun={onRun}
        highlight={highlight}
      />
      <footer className="flex h-7 shrink-0 items-center gap-3.5 border-line border-t px-3 text-text-2 text-xs whitespace-nowrap">
        <span className="font-mono">{verifier.functionName}</span>
        <span className="flex-1" />
        <span className="hidden truncate sm:inline">
          {t(place.mode === 'code' ? 'verifiers.answerArguments' : 'verifiers.sqlArguments')}
        </span>
        <span>{t('verifiers.sandboxed')}</span>
      </footer>
    </section>
  );
}
