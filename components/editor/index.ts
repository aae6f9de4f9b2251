export { CodeView } from './code-view.tsx';
export type { EditorActions, LineRange } from './lines.ts';
export { TextEditor } from './text-editor.tsx';
