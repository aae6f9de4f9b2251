export type { FieldHelp, HelpProps } from './form-context.ts';
export { NO_DRAFT, type ToolDraft } from './tool-draft.ts';
export { ToolForm } from './tool-form.tsx';
export { RequestTools } from './request-tools.tsx';
export { fillDraft } from './json-side.ts';
