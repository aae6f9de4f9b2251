export { buildValue, onlyValue, opensBySelf, type DraftError } from './build.ts';
export {
  ABSENT,
  branchDraft,
  childPath,
  entryOf,
  nextId,
  updateDraft,
  type Draft,
  type DraftPath,
} from './draft.ts';
export { exactTree } from './exact.ts';
export { draftFromJson } from './from-json.ts';
export { JsonTextError, parseJsonTree, printJson, plainValue, type JsonTree } from './json-tree.ts';
export {
  createSchemaForm,
  type Branch,
  type Choice,
  type FieldNode,
  type NodeOf,
  type SchemaForm,
} from './node.ts';
export * from './states.ts';
export { validate, type Violation } from './validate.ts';
export type { FieldError } from './violation.ts';
export type { JsonSchema } from './schema.ts';
