'use client';

import type { editor as Editor } from 'monaco-editor/editor';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { CodeLanguage, EditorActions, LineRange } from './lines.ts';
import type { Monaco } from './monaco.ts';

interface EditorHostProps {
  readonly monaco: Monaco;
  readonly value: string;
  readonly language: CodeLanguage;
  readonly label: string;
  readonly highlight?: LineRange | null;
  /** Absent: read-only. */
  readonly onChange?: (value: string) => void;
  /** ⌘↵ or Ctrl ↵, with the text as it stands: what was typed last may not have been drawn yet. */
  readonly onRun?: (text: string) => void;
  readonly placeholder?: string;
  readonly focused?: boolean;
  /** Filled while the editor stands. */
  readonly actions?: RefObject<EditorActions | null>;
}

/** One Monaco editor, for as long as it is mounted. Tab leaves it, so that nobody is caught in it; Ctrl+M lets Tab indent. */
export function EditorHost(props: EditorHostProps): ReactNode {
  const { monaco, value, language, highlight = null } = props;
  const host = useRef<HTMLDivElement>(null);
  const instance = useRef<Editor.IStandaloneCodeEditor | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (host.current === null) return;
    const { label, onChange, onRun, placeholder, focused = false } = latest.current;
    const model = monaco.editor.createModel(latest.current.value, language);
    const created = monaco.editor.create(host.current, {
      ...optionsFor(onChange === undefined),
      model,
      ariaLabel: label,
      ...(placeholder === undefined ? {} : { placeholder }),
    });
    instance.current = created;
    const stopTheme = monaco.followTheme();
    model.onDidChangeContent(() => latest.current.onChange?.(model.getValue()));
    if (onRun !== undefined)
      created.addCommand(monaco.RUN_KEY, () => latest.current.onRun?.(model.getValue()));
    if (focused) created.focus();
    const { actions } = latest.current;
    if (actions !== undefined) {
      actions.current = {
        insert(text) {
          const range = created.getSelection();
          if (range !== null) created.executeEdits('insert', [{ range, text, forceMoveMarkers: true }]);
          created.focus();
        },
      };
    }
    return () => {
      stopTheme();
      if (actions !== undefined) actions.current = null;
      instance.current = null;
      created.dispose();
      model.dispose();
    };
  }, [monaco, language]);

  useEffect(() => {
    const model = instance.current?.getModel();
    if (model === null || model === undefined || model.getValue() === value) return;
    // As an edit, so that undo takes it back.
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null);
  }, [monaco, language, value]);

  const from = highlight?.from ?? null;
  const to = highlight?.to ?? null;
  useEffect(() => {
    const created = instance.current;
    if (created === null || from === null || to === null) return;
    const range = { startLineNumber: from, startColumn: 1, endLineNumber: to, endColumn: 1 };
    const marks = created.createDecorationsCollection([
      {
        range,
        options: { isWholeLine: true, className: 'editor-lit', linesDecorationsClassName: 'editor-lit-edge' },
      },
    ]);
    created.setPosition({ lineNumber: from, column: 1 });
    created.revealLineNearTop(from, monaco.editor.ScrollType.Immediate);
    return () => marks.clear();
  }, [monaco, language, value, from, to]);

  return <div ref={host} className="absolute inset-0" />;
}

/** What all editors share. */
export function optionsFor(readOnly: boolean): Editor.IStandaloneEditorConstructionOptions {
  const style = getComputedStyle(document.documentElement);
  return {
    readOnly,
    domReadOnly: readOnly,
    tabFocusMode: true,
    automaticLayout: true,
    // Its dimmed number is too faint to read.
    renderFinalNewline: 'on',
    minimap: { enabled: false },
    fontFamily: style.getPropertyValue('--font-mono'),
    fontLigatures: false,
    fontSize: 12,
    lineHeight: 18,
    lineNumbersMinChars: 5,
    lineDecorationsWidth: 12,
    bracketPairColorization: { enabled: false },
    padding: { top: 4, bottom: 4 },
    scrollBeyondLastLine: false,
    renderLineHighlight: readOnly ? 'none' : 'line',
    wordWrap: readOnly ? 'off' : 'on',
    overviewRulerLanes: 0,
    hideCursorInOverviewRuler: true,
    occurrencesHighlight: 'off',
    contextmenu: false,
    quickSuggestions: !readOnly,
    wordBasedSuggestions: 'off',
    fixedOverflowWidgets: true,
    unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true, nonBasicASCII: false },
    accessibilitySupport: 'auto',
  };
}
