import { z } from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Draft, Drafts } from '../../lib/schema-form/index.ts';
import { omit } from '../../lib/util/omit.ts';

const VERSION = 1;

const draftSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('absent') }),
  z.object({ state: z.literal('null') }),
  z.object({ state: z.literal('value'), text: z.string() }),
]);

const storedSchema = z.object({
  tools: z.record(z.string(), z.record(z.string(), draftSchema)),
  finalAnswer: z.string(),
});

export interface DraftState {
  /** What is typed but not sent, by tool and field. */
  readonly tools: Readonly<Record<string, Drafts>>;
  readonly finalAnswer: string;
  readonly actions: {
    readonly setField: (tool: string, field: string, draft: Draft) => void;
    readonly clearTool: (tool: string) => void;
    readonly setFinalAnswer: (text: string) => void;
  };
}

export const NO_DRAFTS: Drafts = {};

/** What is typed in one session's page. Kept for the tab's life, so that a reload loses nothing. */
export function createDraftStore(sessionId: string): StoreApi<DraftState> {
  return createStore<DraftState>()(
    persist(
      (set) => ({
        tools: {},
        finalAnswer: '',
        actions: {
          setField: (tool, field, draft) =>
            set(({ tools }) => ({
              tools: { ...tools, [tool]: withField(tools[tool] ?? NO_DRAFTS, field, draft) },
            })),
          clearTool: (tool) => set(({ tools }) => ({ tools: omit(tools, tool) })),
          setFinalAnswer: (finalAnswer) => set({ finalAnswer }),
        },
      }),
      {
        name: `awm.drafts.${sessionId}`,
        version: VERSION,
        // Where storage is refused, drafts live as long as the page.
        storage: createJSONStorage(() => sessionStorage),
        partialize: ({ tools, finalAnswer }) => ({ tools, finalAnswer }),
        merge: (stored, current) => ({ ...current, ...(storedSchema.safeParse(stored).data ?? {}) }),
      },
    ),
  );
}

function withField(drafts: Drafts, field: string, draft: Draft): Drafts {
  const others = omit(drafts, field);
  return draft.state === 'absent' ? others : { ...others, [field]: draft };
}
