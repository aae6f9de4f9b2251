export { buildArguments, draftOf, type Arguments, type Drafts } from './arguments.ts';
export { ABSENT, parseDraft, type Draft, type FieldError, type FieldErrorCode } from './draft.ts';
export { describeFields, type Field, type FieldKind } from './field.ts';
