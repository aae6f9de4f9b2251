'use client';

import type { ReactNode } from 'react';
import { EditorFailed } from './code-view.tsx';
import { DiffHost } from './diff-host.tsx';
import { EditorHost } from './editor-host.tsx';
import type { CodeLanguage, LineRange } from './lines.ts';
import { monacoPart } from './monaco-part.ts';

export interface DraftEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly language: CodeLanguage;
  readonly label: string;
  /** What it is compared with, line by line in place; null: plainly edited. */
  readonly original: string | null;
  /** ⌘↵ or Ctrl ↵. */
  readonly onRun: (text: string) => void;
  readonly highlight?: LineRange | null;
}

/** Code to change, beside what it was where that is wanted. A text area until the editor is loaded, or where it cannot be. */
export function DraftEditor(props: DraftEditorProps): ReactNode {
  const { value, onChange, language, label, original, onRun, highlight = null } = props;
  const part = monacoPart.usePart();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {part.state === 'failed' ? <EditorFailed onRetry={part.retry} /> : null}
      <div className="relative min-h-0 flex-1">
        {part.state !== 'ready' ? (
          <textarea
            aria-label={label}
            value={value}
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            className="absolute inset-0 w-full resize-none bg-surface py-1 pr-2 pl-14 font-mono text-sm leading-[18px] text-text outline-offset-[-2px]"
          />
        ) : original === null ? (
          <EditorHost
            key="edit"
            monaco={part.part}
            value={value}
            language={language}
            label={label}
            onChange={onChange}
            onRun={onRun}
            highlight={highlight}
          />
        ) : (
          <DiffHost
            key="diff"
            monaco={part.part}
            value={value}
            original={original}
            language={language}
            label={label}
            onChange={onChange}
            onRun={onRun}
          />
        )}
      </div>
    </div>
  );
}
