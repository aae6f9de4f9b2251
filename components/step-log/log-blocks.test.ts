import { describe, expect, it } from 'vitest';
import { parseLog } from './log-blocks.ts';

const LOG = `INFO:     127.0.0.1:123 - "GET /api/books HTTP/1.1" 500 Internal Server Error
plain words
ERROR:    Exception in ASGI application
Traceback (most recent call last):
  File "server.py", line 42, in list_books
    rows = session.execute(query)
           ^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3/sqlalchemy/engine.py", line 7, in execute
    raise error
sqlite3.OperationalError: no such column: nmae

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "server.py", line 44, in list_books
    raise RuntimeError("failed")
RuntimeError: failed
[SQL: SELECT nmae
  FROM books]
WARNING:  slow
`;

describe('parseLog', () => {
  const blocks = parseLog(LOG);

  it('tells lines, levels and tracebacks apart', () => {
    expect(blocks.map((block) => (block.kind === 'line' ? block.level : 'trace'))).toEqual([
      'info',
      null,
      'error',
      'trace',
      'warning',
    ]);
  });

  it('reads frames, with the scenario’s own lines as its source counts them', () => {
    const trace = blocks[3];
    if (trace?.kind !== 'trace') throw new Error('no trace');
    const frames = trace.parts.flatMap((part) => (part.kind === 'frame' ? [part.frame] : []));
    expect(frames.map(({ name, sourceLine }) => [name, sourceLine])).toEqual([
      ['list_books', 40],
      ['execute', null],
      ['list_books', 42],
    ]);
    expect(frames[0]?.code).toHaveLength(2);
  });

  it('keeps every exception of a chain and all lines of its message', () => {
    const trace = blocks[3];
    if (trace?.kind !== 'trace') throw new Error('no trace');
    expect(trace.parts.filter(({ kind }) => kind === 'exception')).toHaveLength(2);
    expect(trace.exception).toBe('RuntimeError: failed\n[SQL: SELECT nmae\n  FROM books]');
  });

  it('makes nothing of nothing', () => expect(parseLog('')).toEqual([]));
});
