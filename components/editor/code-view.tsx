'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Strip } from '../ui/strip.tsx';
import { EditorHost } from './editor-host.tsx';
import type { CodeLanguage, LineRange } from './lines.ts';
import { monacoPart } from './monaco-part.ts';
import { PlainCode } from './plain-code.tsx';

interface CodeViewProps {
  readonly code: string;
  readonly language: CodeLanguage;
  /** Names the editor. */
  readonly label: string;
  /** Shown near the top, on a tint. */
  readonly highlight?: LineRange | null;
  /** Gives the height. */
  readonly className?: string;
}

/** Code to read. Stands at once as text; the editor takes its place when it is loaded. */
export function CodeView({ code, language, label, highlight = null, className }: CodeViewProps): ReactNode {
  const part = monacoPart.usePart();
  return (
    <div className={cx('flex min-h-0 flex-col', className ?? 'flex-1')}>
      {part.state === 'failed' ? <EditorFailed onRetry={part.retry} /> : null}
      <div className="relative min-h-0 flex-1">
        {part.state === 'ready' ? (
          <EditorHost
            monaco={part.part}
            value={code}
            language={language}
            label={label}
            highlight={highlight}
          />
        ) : (
          <PlainCode code={code} label={label} highlight={highlight} />
        )}
      </div>
    </div>
  );
}

/** What to do where the editor's script did not come. */
export function EditorFailed({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  return (
    <Strip
      tone="warn"
      role="status"
      actions={
        <Button size="sm" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    >
      {t('editor.failed')}
    </Strip>
  );
}
