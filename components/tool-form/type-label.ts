import { t } from './messages.ts';
import type { Branch, FieldNode, SchemaForm } from '../../lib/schema-form/index.ts';

const MAX_DEPTH = 2;

/** For people: `integer`, `array of string`, `string or null`. */
export function typeLabel(form: SchemaForm, node: FieldNode, depth = 0): string {
  const label = plainLabel(form, node, depth);
  return node.nullable && node.kind !== 'null' && !isAny(node)
    ? t('form.type.orNull', { type: label })
    : label;
}

function plainLabel(form: SchemaForm, node: FieldNode, depth: number): string {
  switch (node.kind) {
    case 'string':
      return node.formatName || t('form.type.string');
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
    case 'json':
      return t(`form.type.${node.kind}`);
    case 'choice':
      return t('form.type.choice', { count: node.options.length });
    case 'object':
      return t(node.properties.length === 0 ? 'form.type.anyKeys' : 'form.type.object');
    case 'array': {
      if (node.prefix.length > 0) return t('form.type.tuple', { count: node.prefix.length });
      const item = node.item === null ? null : form.nodeOf(node.item);
      return item === null || isAny(item) || depth >= MAX_DEPTH
        ? t('form.type.array')
        : t('form.type.arrayOf', { type: typeLabel(form, item, depth + 1) });
    }
    case 'union':
      if (isAny(node)) return t('form.type.any');
      if (depth >= MAX_DEPTH || node.branches.length > 3)
        return t('form.type.union', { count: node.branches.length });
      return node.branches
        .map((branch) => branchLabel(form, branch, depth + 1))
        .reduce((a, b) => t('form.type.or', { a, b }));
  }
}

/** Any JSON at all: its branches are ours, not the schema's. */
export function isAny(node: FieldNode): boolean {
  return (
    node.kind === 'union' &&
    node.schema.anyOf === undefined &&
    node.schema.oneOf === undefined &&
    node.schema.type === undefined
  );
}

export function branchLabel(form: SchemaForm, branch: Branch, depth = 0): string {
  return branch.title || typeLabel(form, form.nodeOf(branch.schema), depth);
}
