import * as z from 'zod/mini';
import type { GuidelineSection } from '../../../lib/contracts/annotation/label-schema.ts';
import type { GuidelinesDocument } from '../../../lib/contracts/annotation/projects.ts';
import { type DocumentEditing, useDocumentDraft } from '../projects/index.ts';

/** Guidelines that are being changed; numbers and titles may break the rules while they are typed. */
interface GuidelinesDraft {
  /** The version that it began from. */
  readonly base: number;
  readonly sections: readonly GuidelineSection[];
  readonly note: string;
  /** Proposals that were taken into the text; they are answered once it is saved. */
  readonly taken: readonly string[];
}

const keptGuidelinesDraft: z.ZodMiniType<GuidelinesDraft> = z.object({
  base: z.int(),
  sections: z.array(
    z.object({ number: z.string(), title: z.string(), body: z.string(), examples: z.array(z.string()) }),
  ),
  note: z.string(),
  taken: z._default(z.array(z.string()), []),
});

export function useGuidelinesDraft(
  project: string,
  saved: GuidelinesDocument,
): DocumentEditing<GuidelinesDraft, GuidelinesDocument> {
  return useDocumentDraft({
    ...{ project, kind: 'guidelines', saved, schema: keptGuidelinesDraft, draftOf },
    differs: ({ sections }, { doc }) => JSON.stringify(sections) !== JSON.stringify(doc.sections),
  });
}

function draftOf({ version, doc }: GuidelinesDocument): GuidelinesDraft {
  return { base: version, sections: doc.sections, note: '', taken: [] };
}
