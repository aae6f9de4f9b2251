/** Lines of a text, 1-based, the last one included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

export type CodeLanguage = 'python' | 'sql' | 'json';

export interface EditorActions {
  /** Puts a text in place of the selection, or at the cursor, and takes the focus there. */
  readonly insert: (text: string) => void;
}
