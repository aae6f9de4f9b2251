'use client';

import type { editor as Editor } from 'monaco-editor/editor';
import { type ReactNode, useEffect, useRef } from 'react';
import { optionsFor } from './editor-host.tsx';
import type { CodeLanguage } from './lines.ts';
import type { Monaco } from './monaco.ts';

interface DiffHostProps {
  readonly monaco: Monaco;
  readonly value: string;
  readonly original: string;
  readonly language: CodeLanguage;
  readonly label: string;
  readonly onChange: (value: string) => void;
  readonly onRun: (text: string) => void;
}

/** One Monaco diff editor: the old lines in place among the new ones, which stay editable. */
export function DiffHost(props: DiffHostProps): ReactNode {
  const { monaco, value, original, language } = props;
  const host = useRef<HTMLDivElement>(null);
  const instance = useRef<Editor.IStandaloneDiffEditor | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (host.current === null) return;
    const models = {
      original: monaco.editor.createModel(latest.current.original, language),
      modified: monaco.editor.createModel(latest.current.value, language),
    };
    const created = monaco.editor.createDiffEditor(host.current, {
      ...optionsFor(false),
      originalAriaLabel: latest.current.label,
      modifiedAriaLabel: latest.current.label,
      renderSideBySide: false,
      hideUnchangedRegions: { enabled: true, contextLineCount: 3 },
      renderOverviewRuler: false,
      renderIndicators: true,
      renderMarginRevertIcon: false,
      renderGutterMenu: false,
      diffWordWrap: 'on',
    });
    created.setModel(models);
    instance.current = created;
    const stopTheme = monaco.followTheme();
    models.modified.onDidChangeContent(() => latest.current.onChange(models.modified.getValue()));
    created
      .getModifiedEditor()
      .addCommand(monaco.RUN_KEY, () => latest.current.onRun(models.modified.getValue()));
    return () => {
      stopTheme();
      instance.current = null;
      created.dispose();
      models.original.dispose();
      models.modified.dispose();
    };
  }, [monaco, language]);

  useEffect(() => {
    const models = instance.current?.getModel();
    if (models === null || models === undefined) return;
    if (models.original.getValue() !== original) models.original.setValue(original);
    if (models.modified.getValue() === value) return;
    const range = models.modified.getFullModelRange();
    models.modified.pushEditOperations([], [{ range, text: value }], () => null);
  }, [monaco, language, value, original]);

  return <div ref={host} className="absolute inset-0" />;
}
