'use client';

import { Fragment, type ReactNode } from 'react';
import { t } from './messages.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { cx } from '../ui/cx.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import type { LogBlock, LogFrame, LogLevel, TracePart } from './log-blocks.ts';

const COLOURS: Readonly<Record<LogLevel, string>> = {
  debug: 'text-text-2',
  info: 'text-info',
  warning: 'text-warn',
  error: 'text-err',
};

interface LogTextProps {
  readonly blocks: readonly LogBlock[];
  readonly linked: boolean;
}

/** Lines as printed, the level's word coloured; tracebacks framed, the scenario's own frames in weight. */
export function LogText({ blocks, linked }: LogTextProps): ReactNode {
  return blocks.map((block, index) =>
    block.kind === 'line' ? (
      <Line key={index} level={block.level} text={block.text} />
    ) : (
      <Trace key={index} exception={block.exception} parts={block.parts} linked={linked} />
    ),
  );
}

function Line({ level, text }: { readonly level: LogLevel | null; readonly text: string }): ReactNode {
  const word = level === null ? '' : (/^\w+:?/.exec(text)?.[0] ?? '');
  return (
    <p className="min-h-[18px] px-3 whitespace-pre-wrap wrap-anywhere">
      {level === null ? null : <b className={cx('font-semibold', COLOURS[level])}>{word}</b>}
      {text.slice(word.length)}
    </p>
  );
}

interface TraceProps {
  readonly exception: string;
  readonly parts: readonly TracePart[];
  readonly linked: boolean;
}

function Trace({ exception, parts, linked }: TraceProps): ReactNode {
  return (
    <Disclosure
      defaultOpen
      look="plain"
      className="on-tint mx-3 my-1 rounded-1 border border-err bg-err-soft px-2"
      summary={
        <span className="min-w-0 flex-1 truncate font-mono font-semibold text-err">
          {exception.split('\n')[0] ?? t('log.traceback')}
        </span>
      }
    >
      <div className="pb-1">
        {groupsOf(parts).map((group, index) => (
          <Fragment key={index}>
            {group.kind === 'library' ? (
              <LibraryFrames frames={group.frames} />
            ) : (
              <Part part={group} linked={linked} />
            )}
          </Fragment>
        ))}
      </div>
    </Disclosure>
  );
}

type Single = Exclude<TracePart, { kind: 'frame' }> | { readonly kind: 'own'; readonly frame: LogFrame };
type Group = Single | { readonly kind: 'library'; readonly frames: readonly LogFrame[] };

/** Neighbouring frames of libraries together. */
function groupsOf(parts: readonly TracePart[]): readonly Group[] {
  const groups: Group[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.kind !== 'frame') groups.push(part);
    else if (part.frame.sourceLine !== null) groups.push({ kind: 'own', frame: part.frame });
    else if (last?.kind === 'library') {
      groups[groups.length - 1] = { kind: 'library', frames: [...last.frames, part.frame] };
    } else groups.push({ kind: 'library', frames: [part.frame] });
  }
  return groups;
}

function LibraryFrames({ frames }: { readonly frames: readonly LogFrame[] }): ReactNode {
  return (
    <Disclosure look="plain" className="pl-3" summary={t('log.libraryFrames', { count: frames.length })}>
      {frames.map((frame, index) => (
        <pre key={index} className="pl-4 text-text-2 whitespace-pre-wrap wrap-anywhere">
          {[`File "${frame.file}", line ${frame.line}, in ${frame.name}`, ...frame.code].join('\n')}
        </pre>
      ))}
    </Disclosure>
  );
}

function Part({ part, linked }: { readonly part: Single; readonly linked: boolean }): ReactNode {
  switch (part.kind) {
    case 'text':
      return <p className="text-text-2">{part.text}</p>;
    case 'exception':
      return <p className="font-semibold text-err whitespace-pre-wrap wrap-anywhere">{part.text}</p>;
    case 'own':
      return <OwnFrame frame={part.frame} linked={linked} />;
  }
}

function OwnFrame({ frame, linked }: { readonly frame: LogFrame; readonly linked: boolean }): ReactNode {
  const words = t('log.frame', { line: frame.sourceLine ?? frame.line, name: frame.name });
  return (
    <div className="my-0.5 border-err border-l-2 pl-2">
      {linked ? (
        <UrlLink
          set={{ tab: 'source', line: String(frame.sourceLine), route: null }}
          className="font-semibold text-accent underline"
        >
          {words}
        </UrlLink>
      ) : (
        <b className="font-semibold">{words}</b>
      )}
      <pre className="whitespace-pre-wrap wrap-anywhere">{frame.code.join('\n')}</pre>
    </div>
  );
}
