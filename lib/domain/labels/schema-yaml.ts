import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  stringify,
} from 'yaml';
import { labelSchemaDocSchema, type LabelSchemaDoc } from '../../contracts/annotation/label-schema.ts';
import { checkLabelSchema, type DocumentProblem } from './check-schema.ts';

/** What is wrong with a text, and where; lines and columns count from 1. */
export interface YamlFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** A contradiction within the schema; absent: the text or a shape is not right. */
  readonly problem?: DocumentProblem;
}

export type YamlReading =
  | { readonly kind: 'read'; readonly doc: LabelSchemaDoc }
  | { readonly kind: 'faulty'; readonly faults: readonly YamlFault[] };

/** Largest text that is read, in characters; as the server takes it. */
const LARGEST = 400_000;

/** A schema as YAML (JSON is YAML too). */
export function readSchemaYaml(text: string): YamlReading {
  const start = (message: string): YamlReading => ({
    kind: 'faulty',
    faults: [{ line: 1, column: 1, message }],
  });
  if (text.length > LARGEST) return start(`The text is longer than ${String(LARGEST)} characters`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: true });
  const [first] = document.errors;
  if (first !== undefined)
    return {
      kind: 'faulty',
      faults: document.errors.map(({ linePos, message }) => ({
        line: linePos?.[0].line ?? 1,
        column: linePos?.[0].col ?? 1,
        message: message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? message,
      })),
    };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return start(error instanceof Error ? error.message : String(error));
  }
  const placeOf = (path: readonly PropertyKey[]) => {
    const { line, col } = lines.linePos(offsetOf(document, path));
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const parsed = labelSchemaDocSchema.safeParse(value);
  if (!parsed.success)
    return {
      kind: 'faulty',
      faults: parsed.error.issues.map(({ path, message }) => ({
        ...placeOf(path),
        message: path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`,
      })),
    };
  const faults = checkLabelSchema(parsed.data)
    .filter(({ level }) => level === 'error')
    .map((problem) => ({ ...placeOf(problem.path), message: problem.message, problem }));
  return faults.length > 0 ? { kind: 'faulty', faults } : { kind: 'read', doc: parsed.data };
}

/**
 * A schema as YAML. Of `before`, where it can be read, comments, order and spelling stay at what is still there; defaults are
 * left out unless they stand there.
 */
export function writeSchemaYaml(doc: LabelSchemaDoc, before: string | null = null): string {
  const value = withoutDefaults(doc);
  if (before !== null && before.length <= LARGEST) {
    const document = parseDocument(before);
    if (document.errors.length === 0 && isMap(document.contents)) {
      merge(document, document.contents, value);
      return document.toString({ lineWidth: 0 });
    }
  }
  return stringify(value, { lineWidth: 0 });
}

/** Where a path stands, or the last part of it that does. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return isNode(document.contents) && document.contents.range ? document.contents.range[0] : 0;
}

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

/** Makes `node` say `value`, keeping what it has beside; the node itself, or a new one where its kind differs. */
function merge(document: Document, node: unknown, value: Plain): Node {
  if (isMap(node) && isObject(value)) {
    for (const { key } of [...node.items]) {
      const name = isScalar(key) ? key.value : key;
      if (typeof name !== 'string' || !(name in value)) node.delete(key);
    }
    for (const [key, each] of Object.entries(value)) {
      const was: unknown = node.get(key, true);
      const now = merge(document, was, each);
      if (now !== was) node.set(key, now);
    }
    return node;
  }
  if (isSeq(node) && Array.isArray(value)) {
    const left = [...node.items];
    node.items = (value as readonly Plain[]).map((each) => {
      const at = left.findIndex((item) => sameOne(item, each));
      const [was] = at < 0 ? [] : left.splice(at, 1);
      return merge(document, was, each);
    });
    return node;
  }
  if (isScalar(node) && !isObject(value) && !Array.isArray(value)) {
    if (node.value !== value) node.value = value;
    return node;
  }
  return document.createNode(value);
}

function isObject(value: Plain): value is { readonly [key: string]: Plain } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An item of a list is known by its stable name. */
function sameOne(item: unknown, value: Plain): boolean {
  if (!isObject(value)) return isScalar(item) && item.value === value;
  if (!isMap(item)) return false;
  const name = value['value'] ?? value['id'];
  return name !== undefined && (item.get('value') ?? item.get('id')) === name;
}

/** The parts that say nothing: the schema has them by default. */
function withoutDefaults(doc: LabelSchemaDoc): { readonly [key: string]: Plain } {
  const short = (each: object): { readonly [key: string]: Plain } =>
    Object.fromEntries(
      Object.entries<Plain>({ ...each }).filter(
        ([, value]) => value !== null && value !== '' && value !== false,
      ),
    );
  return {
    outcomes: doc.outcomes.map(short),
    steps: doc.steps,
    firstError: doc.firstError,
    tags: doc.tags.map(short),
    firstTagIsCause: doc.firstTagIsCause,
    confidence: doc.confidence,
    rationale: doc.rationale,
    ...(doc.fields.length > 0 && { fields: doc.fields.map(short) }),
    ...(doc.preference !== null && { preference: { ...doc.preference } }),
  };
}
