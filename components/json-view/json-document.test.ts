import { describe, expect, it } from 'vitest';
import { parseLossless } from '../../lib/util/lossless-json.ts';
import { JsonDocument } from './json-document.ts';
import { findTables, JsonTable } from './json-tables.ts';

const TEXT = `{"pools": [
  {"id": 2, "name": "Conservative", "apy": 4.5, "chain": "x", "meta": {"risk": "low"}, "created_at": "2026-08-31"},
  {"id": 3, "name": "Standard", "apy": 6.0, "chain": "x", "meta": {"risk": "medium"}, "created_at": "2026-08-30"},
  {"id": 10, "name": "High", "apy": null, "chain": "x", "meta": {"risk": "high"}, "created_at": "2026-08-29"}
], "odd key": {"a.b": [1, 2]}, "big": 9007199254740993}`;

const paths = (doc: JsonDocument): readonly string[] => doc.lines(0, doc.lineCount).map(({ path }) => path);

describe('JsonDocument', () => {
  it('is a list of lines that open and fold', () => {
    const doc = new JsonDocument(parseLossless(TEXT));
    doc.collapseAll();
    expect(paths(doc)).toEqual(['$', '$.pools', '$["odd key"]', '$.big']);
    expect(doc.toggle(1)).toBe(true);
    expect(paths(doc)).toEqual([
      '$',
      '$.pools',
      '$.pools[0]',
      '$.pools[1]',
      '$.pools[2]',
      '$["odd key"]',
      '$.big',
    ]);
    expect(doc.lines(2, 3)[0]).toMatchObject({
      kind: 'object',
      count: 6,
      item: true,
      position: 1,
      siblings: 3,
    });
    expect(doc.lines(2, 3)[0]?.preview.map(({ key, text }) => `${key} ${text}`)).toEqual([
      'id 2',
      'name "Conservative"',
      'apy 4.5',
    ]);
    expect(doc.toggle(6)).toBe(false);
    expect(doc.parentOf(3)).toBe(1);
    doc.expandAll();
    expect(paths(doc)).toContain('$["odd key"]["a.b"][1]');
  });

  it('keeps numbers as they are written', () => {
    const doc = new JsonDocument(parseLossless(TEXT));
    expect(doc.lines(doc.reveal('$.pools[1].apy'), doc.lineCount)[0]).toMatchObject({
      kind: 'number',
      text: '6.0',
    });
    expect(doc.lines(doc.reveal('$.big'), doc.lineCount)[0]).toMatchObject({
      kind: 'integer',
      text: '9007199254740993',
    });
    expect(doc.valueText(doc.reveal('$.pools[1].meta'))).toBe('{\n  "risk": "medium"\n}');
  });

  it('finds keys and values, and leads to them', () => {
    const doc = new JsonDocument(parseLossless(TEXT));
    doc.collapseAll();
    const { paths: found, more } = doc.find('ri');
    expect(found).toEqual(['$.pools[0].meta.risk', '$.pools[1].meta.risk', '$.pools[2].meta.risk']);
    expect(more).toBe(false);
    for (const path of found) expect(doc.lines(doc.reveal(path), doc.lineCount)[0]?.path).toBe(path);
    expect(doc.reveal('$.nowhere')).toBe(-1);
    expect(doc.reveal('$.pools[99].id')).toBe(-1);
  });

  it('opens and folds 200,000 values without end', () => {
    const doc = new JsonDocument({ rows: Array.from({ length: 100_000 }, (_, i) => ({ i })) });
    doc.expandAll();
    expect(doc.lineCount).toBeGreaterThan(150_000);
    doc.collapseAll();
    expect(doc.lineCount).toBe(2);
  });
});

describe('tables of a JSON value', () => {
  it('finds lists of objects, and the columns that say something', () => {
    const [table] = findTables(parseLossless(TEXT));
    expect(table).toMatchObject({ path: '$.pools', rows: 3 });
    expect(table?.columns.filter(({ dull }) => dull).map(({ name }) => name)).toEqual([
      'chain',
      'created_at',
    ]);
    expect(table?.columns.find(({ name }) => name === 'apy')).toMatchObject({ numeric: true });
  });

  it('sorts numbers by value, with null last', () => {
    const column = (sort: 'asc' | 'desc'): readonly string[] =>
      new JsonTable(parseLossless(TEXT), '$.pools', { column: 'apy', dir: sort })
        .cells(0, 9, ['apy'])
        .map(([cell]) => cell?.text ?? '');
    expect(column('asc')).toEqual(['4.5', '6.0', 'null']);
    expect(column('desc')).toEqual(['6.0', '4.5', 'null']);
  });
});
