import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Draft } from '../../lib/schema-form/index.ts';
import type { ToolDraft } from '../tool-form/index.ts';

const VERSION = 2;

const draftSchema: z.ZodMiniType<Draft> = z.lazy(() =>
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('absent'), kept: z.optional(draftSchema) }),
    z.object({ state: z.literal('null'), kept: z.optional(draftSchema) }),
    z.object({ state: z.literal('value'), text: z.string() }),
    z.object({ state: z.literal('raw'), text: z.string() }),
    z.object({
      state: z.literal('object'),
      entries: z.record(z.string(), draftSchema),
      extras: z.array(z.object({ id: z.number(), key: z.string(), draft: draftSchema })),
      order: z.optional(z.array(z.string())),
    }),
    z.object({ state: z.literal('array'), items: z.array(z.object({ id: z.number(), draft: draftSchema })) }),
    z.object({
      state: z.literal('union'),
      branch: z.number(),
      drafts: z.record(z.string(), draftSchema),
    }),
  ]),
);

const toolDraftSchema = z.object({
  draft: draftSchema,
  json: z.nullable(z.object({ text: z.string(), seed: z.string() })),
});

const storedSchema = z.object({
  tools: z.record(z.string(), toolDraftSchema),
  finalAnswer: z.string(),
});

/** Of the first version: flat fields, text or null. Fields of objects and arrays held JSON text. */
const firstSchema = z.object({
  tools: z.record(z.string(), z.record(z.string(), draftSchema)),
  finalAnswer: z.string(),
});

export interface DraftState {
  /** What is put in, by tool. */
  readonly tools: Readonly<Record<string, ToolDraft>>;
  readonly finalAnswer: string;
  readonly actions: {
    readonly edit: (tool: string, change: (was: ToolDraft | undefined) => ToolDraft) => void;
    readonly setFinalAnswer: (text: string) => void;
  };
}

/** What is typed in one session's page. Kept for the tab's life, so that a reload loses nothing. */
export function createDraftStore(sessionId: string): StoreApi<DraftState> {
  return createStore<DraftState>()(
    persist(
      (set) => ({
        tools: {},
        finalAnswer: '',
        actions: {
          edit: (tool, change) =>
            set(({ tools }) => ({
              tools: { ...tools, [tool]: change(Object.hasOwn(tools, tool) ? tools[tool] : undefined) },
            })),
          setFinalAnswer: (finalAnswer) => set({ finalAnswer }),
        },
      }),
      {
        name: `awm.drafts.${sessionId}`,
        version: VERSION,
        // Where storage is refused, drafts live as long as the page.
        storage: createJSONStorage(() => sessionStorage),
        partialize: ({ tools, finalAnswer }) => ({ tools, finalAnswer }),
        migrate: (stored, version) => (version === 1 ? fromFirst(stored) : stored),
        merge: (stored, current) => ({ ...current, ...readStored(stored) }),
      },
    ),
  );
}

/** Tool by tool: one that cannot be read is dropped alone. */
function readStored(stored: unknown): Partial<Pick<DraftState, 'tools' | 'finalAnswer'>> {
  const whole = storedSchema.safeParse(stored);
  if (whole.success) return whole.data;
  const loose = z.object({ tools: z.record(z.string(), z.unknown()) }).safeParse(stored);
  if (!loose.success) return {};
  const tools = Object.entries(loose.data.tools).flatMap(([name, draft]): [string, ToolDraft][] => {
    const read = toolDraftSchema.safeParse(draft);
    return read.success ? [[name, read.data]] : [];
  });
  return { tools: Object.fromEntries(tools) };
}

function fromFirst(stored: unknown): unknown {
  const { success, data } = firstSchema.safeParse(stored);
  if (!success) return {};
  const tools = Object.entries(data.tools).map(([name, fields]): [string, ToolDraft] => [
    name,
    { draft: { state: 'object', entries: fields, extras: [] }, json: null },
  ]);
  return { tools: Object.fromEntries(tools), finalAnswer: data.finalAnswer };
}
