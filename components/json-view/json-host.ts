import { type Found, JsonDocument, type TreeLine } from './json-document.ts';
import {
  findTables,
  JsonTable,
  type JsonTableCell,
  type JsonTableInfo,
  type JsonTableSort,
} from './json-tables.ts';
import { readObservation, type Reading } from './reading.ts';

/** What is known of an observation without its values. */
export interface Summary {
  readonly kind: Reading['kind'];
  readonly warning: string | null;
  /** The text of an error or of a result that is no JSON, cut. */
  readonly text: string;
  /** UTF-8 bytes of the result. */
  readonly bytes: number;
  /** Characters of the result's text, and of the observation as the wire carries it. */
  readonly textLength: number;
  readonly rawLength: number;
  /** There is a tree to show. */
  readonly tree: boolean;
}

const SUMMARY_CHARS = 64 * 1024;

/** Answers all that the views ask of one observation; its arguments and answers can be posted to and from a worker. */
export class JsonHost {
  readonly #raw: string;
  readonly #reading: Reading;
  readonly #document: JsonDocument;
  #tables: JsonTableInfo[] | null = null;
  #table: { readonly key: string; readonly table: JsonTable } | null = null;

  constructor(observationJson: string) {
    this.#raw = observationJson;
    this.#reading = readObservation(observationJson);
    this.#document = new JsonDocument(this.#reading.value ?? null);
  }

  summary(): Summary {
    const { kind, warning, text, value } = this.#reading;
    return {
      kind,
      warning,
      text: text.slice(0, SUMMARY_CHARS),
      bytes: new TextEncoder().encode(kind === 'tools' ? this.#raw : text).length,
      textLength: text.length,
      rawLength: this.#raw.length,
      tree: value !== undefined,
    };
  }

  lines(from: number, to: number): { readonly total: number; readonly lines: TreeLine[] } {
    return { total: this.#document.lineCount, lines: this.#document.lines(from, to) };
  }

  toggle(index: number): void {
    this.#document.toggle(index);
  }

  expandAll(): void {
    this.#document.expandAll();
  }

  collapseAll(): void {
    this.#document.collapseAll();
  }

  reveal(path: string): number {
    return this.#document.reveal(path);
  }

  parentOf(index: number): number {
    return this.#document.parentOf(index);
  }

  find(words: string): Found {
    return this.#document.find(words);
  }

  valueText(index: number): string {
    return this.#document.valueText(index);
  }

  valueJson(index: number): string {
    return this.#document.valueJson(index);
  }

  tables(): JsonTableInfo[] {
    this.#tables ??= findTables(this.#document.root);
    return this.#tables;
  }

  cells(
    path: string,
    sort: JsonTableSort | null,
    columns: readonly string[],
    from: number,
    to: number,
  ): JsonTableCell[][] {
    return this.#tableOf(path, sort).cells(from, to, columns);
  }

  texts(path: string, sort: JsonTableSort | null, columns: readonly string[]): string[][] {
    return this.#tableOf(path, sort).texts(columns);
  }

  /** A part of the observation as the wire carries it, or of the result's text. Surrogate pairs stay whole. */
  slice(of: 'raw' | 'text', from: number, to: number): string {
    const text = of === 'raw' ? this.#raw : this.#reading.text;
    return text.slice(pairStart(text, from), pairStart(text, to));
  }

  #tableOf(path: string, sort: JsonTableSort | null): JsonTable {
    const key = JSON.stringify([path, sort]);
    if (this.#table?.key !== key) {
      this.#table = { key, table: new JsonTable(this.#document.root, path, sort) };
    }
    return this.#table.table;
  }
}

function pairStart(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff && at > 0 ? at - 1 : at;
}
