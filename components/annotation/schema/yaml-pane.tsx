'use client';

import { type ReactNode, useRef, useState } from 'react';
import * as z from 'zod/mini';
import zodEn from 'zod/v4/locales/en.js';
import zodZh from 'zod/v4/locales/zh-CN.js';
import { currentLanguage } from '../../../lib/client/messages/index.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import { readSchemaYaml, writeSchemaYaml, type YamlFault } from '../../../lib/domain/labels/schema-yaml.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { t } from './messages.ts';
import { problemWords } from './problems.ts';
import type { SchemaDraft } from './use-schema-draft.ts';

interface YamlPaneProps {
  readonly draft: SchemaDraft;
  readonly fileName: string;
  readonly onChange: (to: Partial<SchemaDraft>) => void;
}

/** The schema as YAML: what can be read is the schema at once, what cannot is said with its line and column. */
export function YamlPane({ draft, fileName, onChange }: YamlPaneProps): ReactNode {
  const [text, setText] = useState(() => draft.unread ?? writeSchemaYaml(draft.doc, draft.source));
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const faults = faultsOf(text);

  function take(next: string): void {
    setText(next);
    const reading = read(next);
    if (reading.kind === 'read') onChange({ doc: reading.doc, source: next, unread: null });
    else onChange({ unread: next });
  }

  function show({ line, column }: YamlFault): void {
    const at =
      text
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length +
      (line > 1 ? 1 : 0) +
      column -
      1;
    area.current?.focus();
    area.current?.setSelectionRange(at, at);
  }

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => file.current?.click()}>{t('labelSchema.yaml.import')}</Button>
        <input
          ref={file}
          type="file"
          accept=".yaml,.yml,.json"
          aria-label={t('labelSchema.yaml.import')}
          className="hidden"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            target.value = '';
            void chosen?.text().then(take);
          }}
        />
        <Button onClick={() => download(text, fileName)}>
          <Icon name="download" className="size-3.5" />
          {t('labelSchema.yaml.export')}
        </Button>
      </div>
      <div className="relative flex min-h-80 flex-1 overflow-hidden rounded-1 border border-line-control bg-surface font-mono text-sm leading-[18px]">
        <div
          ref={lines}
          aria-hidden="true"
          className="w-11 shrink-0 overflow-hidden bg-surface-2 py-1 pr-2 text-right text-text-2 select-none"
        >
          {text.split('\n').map((_, at) => (
            <div
              key={at}
              className={faults.some(({ line }) => line === at + 1) ? 'bg-err-soft text-err' : ''}
            >
              {at + 1}
            </div>
          ))}
        </div>
        <textarea
          ref={area}
          aria-label={t('labelSchema.yaml.label')}
          aria-invalid={faults.length > 0}
          aria-describedby="yaml-faults"
          value={text}
          spellCheck={false}
          wrap="off"
          onScroll={({ currentTarget }) => {
            if (lines.current !== null) lines.current.scrollTop = currentTarget.scrollTop;
          }}
          onChange={(event) => take(event.target.value)}
          className="min-w-0 flex-1 resize-none overflow-auto bg-surface px-2 py-1 text-text outline-offset-[-2px]"
        />
      </div>
      <div id="yaml-faults" role="status" className="text-sm">
        {faults.length === 0 ? (
          <p className="text-ok">
            <span aria-hidden="true">✓ </span>
            {t('labelSchema.yaml.fine')}
          </p>
        ) : (
          <ul>
            {faults.slice(0, 20).map((fault, at) => (
              <li key={at}>
                <button
                  type="button"
                  className="text-left text-err wrap-anywhere hover:underline"
                  onClick={() => show(fault)}
                >
                  <span aria-hidden="true">✕ </span>
                  {t('labelSchema.yaml.fault', {
                    line: fault.line,
                    column: fault.column,
                    what: fault.problem === undefined ? fault.message : problemWords(fault.problem),
                  })}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Schemas of zod/mini say of any fault the same until they have words. */
function read(text: string): ReturnType<typeof readSchemaYaml> {
  z.config(currentLanguage() === 'zh-CN' ? zodZh() : zodEn());
  return readSchemaYaml(text);
}

function faultsOf(text: string): readonly YamlFault[] {
  const reading = read(text);
  return reading.kind === 'read' ? [] : reading.faults;
}

function download(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** A schema as text, with what its source had beside. */
export function schemaText(doc: LabelSchemaDoc, source: string | null): string {
  return writeSchemaYaml(doc, source);
}
