export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** A place in a traceback. */
export interface LogFrame {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  /** The line of code and its marks under it, as printed. */
  readonly code: readonly string[];
  /** Line of the scenario's own source, 1-based; null for frames of libraries. */
  readonly sourceLine: number | null;
}

export type TracePart =
  | { readonly kind: 'frame'; readonly frame: LogFrame }
  /** Head of a further traceback, why there is one, notes. */
  | { readonly kind: 'text'; readonly text: string }
  /** The exception: its class and message, over as many lines as it has. */
  | { readonly kind: 'exception'; readonly text: string };

export type LogBlock =
  | { readonly kind: 'line'; readonly level: LogLevel | null; readonly text: string }
  | { readonly kind: 'trace'; readonly parts: readonly TracePart[]; readonly exception: string };

/** The name that the runtime gives the scenario's module, and the lines that it counts before the module's first. */
const SCENARIO_FILE = 'server.py';
const PRELUDE_LINES = 2;

const HEAD = 'Traceback (most recent call last):';
const FRAME = /^\s+File "(.+)", line (\d+)(?:, in (.+))?$/;
const LEVEL = /^(DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL)\b:?/;
const CHAIN = /^(During handling of the above exception|The above exception was the direct cause)/;

const LEVELS: Readonly<Record<string, LogLevel>> = {
  DEBUG: 'debug',
  INFO: 'info',
  WARNING: 'warning',
  WARN: 'warning',
  ERROR: 'error',
  CRITICAL: 'error',
};

/** Splits what a process printed into lines with their levels and Python tracebacks. Nothing of the text is lost. */
export function parseLog(text: string): readonly LogBlock[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const blocks: LogBlock[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === HEAD) {
      const end = endOfTrace(lines, at);
      blocks.push(toTrace(lines.slice(at, end)));
      at = end;
      continue;
    }
    blocks.push({ kind: 'line', level: levelOf(line), text: line });
    at += 1;
  }
  return blocks;
}

function levelOf(line: string): LogLevel | null {
  return LEVELS[LEVEL.exec(line)?.[1] ?? ''] ?? null;
}

/** A trace goes on to the next line with a level: messages of exceptions may have many lines. */
function endOfTrace(lines: readonly string[], start: number): number {
  const rest = lines.slice(start + 1).findIndex((line) => LEVEL.test(line));
  return rest < 0 ? lines.length : start + 1 + rest;
}

function toTrace(lines: readonly string[]): LogBlock {
  const parts: TracePart[] = [];
  let exception: string[] = [];
  let frame: {
    readonly file: string;
    readonly line: number;
    readonly name: string;
    readonly code: string[];
  } | null = null;
  const close = (): void => {
    if (frame !== null) parts.push({ kind: 'frame', frame: { ...frame, sourceLine: sourceLineOf(frame) } });
    if (exception.length > 0) parts.push({ kind: 'exception', text: exception.join('\n').trimEnd() });
    frame = null;
    exception = [];
  };
  for (const line of lines) {
    const match = FRAME.exec(line);
    const inException: boolean = exception.length > 0;
    if (line.trim() === HEAD || CHAIN.test(line)) {
      close();
      parts.push({ kind: 'text', text: line });
    } else if (match !== null && !inException) {
      close();
      const [, file = '', number = '0', name = ''] = match;
      frame = { file, line: Number(number), name, code: [] };
    } else if (!inException && /^\s/.test(line) && frame !== null) {
      (frame as { readonly code: string[] }).code.push(line);
    } else if (line.trim() !== '' || inException) {
      if (!inException) close();
      exception.push(line);
    }
  }
  close();
  const last = parts.findLast((part) => part.kind === 'exception');
  return { kind: 'trace', parts, exception: last?.text ?? '' };
}

function sourceLineOf({ file, line }: { readonly file: string; readonly line: number }): number | null {
  return file === SCENARIO_FILE && line > PRELUDE_LINES ? line - PRELUDE_LINES : null;
}
