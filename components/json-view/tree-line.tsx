import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import type { NodeKind, TreeLine } from './json-document.ts';

const COLOURS: Readonly<Record<NodeKind, string>> = {
  object: 'text-text-3',
  array: 'text-text-3',
  string: 'text-code-string',
  integer: 'text-code-number',
  number: 'text-code-number',
  boolean: 'text-code-number',
  null: 'text-code-null italic',
};

const DATE_TIME = /^"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?/;
const DATE = /^"\d{4}-\d\d-\d\d"$/;

/** A line of a JSON tree: key, value, and what kind of value it is. */
export function TreeLineView({
  line,
  note,
}: {
  readonly line: TreeLine;
  /** Said beside the value: a date's distance, the name of the row that a key means. */
  readonly note?: ReactNode;
}): ReactNode {
  const container = line.kind === 'object' || line.kind === 'array';
  return (
    <>
      <span aria-hidden="true" className="grid w-4 shrink-0 place-items-center">
        {container && line.count > 0 ? (
          <Icon name={line.open ? 'down' : 'right'} className="size-2.5 text-text-3" />
        ) : null}
      </span>
      <span className="min-w-0 flex-1 truncate">
        {line.key === null ? null : (
          <>
            <span className={line.item ? 'text-text-3' : 'text-code-key'}>{line.key}</span>{' '}
          </>
        )}
        {container ? <ContainerText line={line} /> : <span className={COLOURS[line.kind]}>{line.text}</span>}
        {note === undefined ? null : <span className="ml-2 font-sans text-text-2">{note}</span>}
      </span>
      <span className="hidden shrink-0 pl-2 text-right font-sans text-text-3 text-xs sm:inline md:inline">
        {typeText(line)}
      </span>
    </>
  );
}

function ContainerText({ line }: { readonly line: TreeLine }): ReactNode {
  const [open, close] = line.kind === 'array' ? ['[', ']'] : ['{', '}'];
  if (line.open || line.preview.length === 0) {
    return (
      <span className="text-text-3">
        {open} {close}
      </span>
    );
  }
  const more = line.count > line.preview.length;
  return (
    <span className="text-text-3">
      {open}{' '}
      {line.preview.map(({ key, kind, text }, index) => (
        <span key={index}>
          {index === 0 ? null : ', '}
          {key === '' ? null : <span className="text-code-key">{key} </span>}
          <span className={cx(COLOURS[kind])}>
            {kind === 'object' ? '{…}' : kind === 'array' ? '[…]' : text}
          </span>
        </span>
      ))}
      {more ? ', …' : ''} {close}
    </span>
  );
}

function typeText(line: TreeLine): string {
  switch (line.kind) {
    case 'object':
      return t('observation.object', { count: line.count });
    case 'array':
      return t(line.ofObjects ? 'observation.arrayOf' : 'observation.array', { count: line.count });
    case 'string':
      if (isDateTime(line)) return t('observation.dateTime');
      if (DATE.test(line.text)) return t('observation.date');
      return line.length > 300
        ? t('observation.longString', { count: line.length })
        : t('observation.string');
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return t(`observation.${line.kind}`);
  }
}

export function isDateTime(line: TreeLine): boolean {
  return line.kind === 'string' && DATE_TIME.test(line.text);
}
