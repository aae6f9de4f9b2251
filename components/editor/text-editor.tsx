'use client';

import { type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { cx } from '../ui/cx.ts';
import { EditorFailed } from './code-view.tsx';
import { EditorHost } from './editor-host.tsx';
import type { CodeLanguage, EditorActions } from './lines.ts';
import { monacoPart } from './monaco-part.ts';

interface TextEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly language: CodeLanguage;
  readonly label: string;
  readonly placeholder?: string;
  /** ⌘↵ or Ctrl ↵. */
  readonly onRun: (text: string) => void;
  readonly actions: RefObject<EditorActions | null>;
  /** Gives the height. */
  readonly className?: string;
}

/** Code to write. A plain text area until the editor is loaded, or where it cannot be; what was typed goes over. */
export function TextEditor(props: TextEditorProps): ReactNode {
  const { value, onChange, language, label, placeholder, onRun, actions, className } = props;
  const part = monacoPart.usePart();
  const [hadFocus, setHadFocus] = useState(false);
  return (
    <div className={cx('flex min-h-0 flex-col', className)}>
      {part.state === 'failed' ? <EditorFailed onRetry={part.retry} /> : null}
      <div className="relative min-h-0 flex-1">
        {part.state === 'ready' ? (
          <EditorHost
            monaco={part.part}
            value={value}
            language={language}
            label={label}
            onChange={onChange}
            onRun={onRun}
            focused={hadFocus}
            actions={actions}
            {...(placeholder === undefined ? {} : { placeholder })}
          />
        ) : (
          <PlainEditor
            value={value}
            label={label}
            placeholder={placeholder}
            actions={actions}
            onChange={onChange}
            onRun={onRun}
            onFocusChange={setHadFocus}
          />
        )}
      </div>
    </div>
  );
}

interface PlainEditorProps {
  readonly value: string;
  readonly label: string;
  readonly placeholder: string | undefined;
  readonly actions: RefObject<EditorActions | null>;
  readonly onChange: (value: string) => void;
  readonly onRun: (text: string) => void;
  readonly onFocusChange: (focused: boolean) => void;
}

function PlainEditor(props: PlainEditorProps): ReactNode {
  const { value, label, placeholder, actions, onChange, onRun, onFocusChange } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(
    actions,
    () => ({
      insert(text) {
        const element = area.current;
        if (element === null) return;
        element.setRangeText(text, element.selectionStart, element.selectionEnd, 'end');
        onChange(element.value);
        element.focus();
      },
    }),
    [onChange],
  );
  return (
    <textarea
      ref={area}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      onFocus={() => onFocusChange(true)}
      onBlur={() => onFocusChange(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing)
          return;
        event.preventDefault();
        event.stopPropagation();
        onRun(event.currentTarget.value);
      }}
      className="absolute inset-0 w-full resize-none bg-surface py-1 pr-2 pl-14 font-mono text-sm leading-[18px] text-text outline-offset-[-2px] placeholder:text-text-3"
    />
  );
}
