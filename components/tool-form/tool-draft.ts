import { ABSENT, type Draft } from '../../lib/schema-form/index.ts';

/** What is put in for one tool and not sent, or sent and still in sight. */
export interface ToolDraft {
  readonly draft: Draft;
  /** The JSON side, where that is shown: its text as typed, and the text that it began with. */
  readonly json: { readonly text: string; readonly seed: string } | null;
}

export const NO_DRAFT: ToolDraft = { draft: ABSENT, json: null };
