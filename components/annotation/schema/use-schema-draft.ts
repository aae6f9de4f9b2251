import { useState } from 'react';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { SchemaDocument } from '../../../lib/contracts/annotation/projects.ts';

/** A schema that is being changed. `doc` may break the rules while it is typed; what breaks them is said beside it. */
export interface SchemaDraft {
  /** The version that it began from. */
  readonly base: number;
  readonly doc: LabelSchemaDoc;
  /** YAML with its comments; older than `doc` where that was changed in the form since. Null: never written. */
  readonly source: string | null;
  readonly note: string;
  /** YAML that cannot be read as it stands; null: it can. */
  readonly unread: string | null;
}

export interface SchemaEditing {
  readonly draft: SchemaDraft;
  readonly isChanged: boolean;
  readonly change: (to: Partial<SchemaDraft>) => void;
  /** Starts anew from a saved version. */
  readonly takeUp: (saved: SchemaDocument) => void;
}

export function useSchemaDraft(saved: SchemaDocument): SchemaEditing {
  const [draft, setDraft] = useState(() => draftOf(saved));
  const [from, setFrom] = useState(saved);
  const isChanged =
    draft.unread !== null ||
    JSON.stringify(draft.doc) !== JSON.stringify(from.doc) ||
    (draft.source !== null && draft.source !== from.source && from.source !== null);
  // Another version was saved elsewhere: taken up at once where there is nothing to lose.
  if (saved.version !== from.version && !isChanged) {
    setFrom(saved);
    setDraft(draftOf(saved));
  }
  return {
    draft,
    isChanged,
    change: (to) => setDraft((before) => ({ ...before, ...to })),
    takeUp(next) {
      setFrom(next);
      setDraft(draftOf(next));
    },
  };
}

function draftOf({ version, doc, source }: SchemaDocument): SchemaDraft {
  return { base: version, doc, source, note: '', unread: null };
}
