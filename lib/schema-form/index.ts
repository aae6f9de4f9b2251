export { buildArguments, draftOf, type Drafts } from './arguments.ts';
export { ABSENT, type Draft, type FieldError } from './draft.ts';
export { describeFields, type Field } from './field.ts';
