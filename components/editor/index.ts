export { CodeView } from './code-view.tsx';
export { DraftEditor } from './draft-editor.tsx';
export type { EditorActions, LineRange } from './lines.ts';
export { TextEditor } from './text-editor.tsx';
