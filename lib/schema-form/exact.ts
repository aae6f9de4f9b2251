import { parseLossless } from '../util/lossless-json.ts';
import type { JsonTree } from './json-tree.ts';

/** The value as it goes over the wire: numbers as the studio's server will write them (`12.50` is `12.5`). */
export function exactTree(tree: JsonTree): JsonTree {
  switch (tree.kind) {
    case 'number':
      return { kind: 'number', source: JSON.stringify(parseLossless(tree.source)) };
    case 'array':
      return { kind: 'array', items: tree.items.map(exactTree) };
    case 'object':
      return {
        kind: 'object',
        entries: tree.entries.map(([key, value]) => [key, exactTree(value)] as const),
      };
    case 'string':
    case 'literal':
    case 'broken':
      return tree;
  }
}
