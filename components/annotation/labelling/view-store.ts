import * as z from 'zod/mini';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';

/** Shares of the panes in percent of the whole width, and of the drawer in percent of its height. */
export const SHARES = {
  steps: { least: 22, most: 55, initial: 38 },
  form: { least: 20, most: 40, initial: 26 },
  drawer: { least: 25, most: 90, initial: 58 },
} as const;
export type Share = keyof typeof SHARES;

const storedSchema = z.object({
  shares: z.object({ steps: z.number(), form: z.number(), drawer: z.number() }),
  request: z.boolean(),
  raw: z.boolean(),
});

interface ViewState {
  readonly shares: Readonly<Record<Share, number>>;
  /** The request stands open under the response. */
  readonly request: boolean;
  /** Responses as they came. */
  readonly raw: boolean;
  readonly setShare: (share: Share, percent: number) => void;
  readonly toggleRequest: () => void;
  readonly toggleRaw: () => void;
}

/** How the labelling screen stands on this machine. */
export const viewStore = createStore<ViewState>()(
  persist(
    (set) => ({
      shares: { steps: SHARES.steps.initial, form: SHARES.form.initial, drawer: SHARES.drawer.initial },
      request: false,
      raw: false,
      setShare: (share, percent) => {
        const { least, most } = SHARES[share];
        const next = Math.round(Math.min(most, Math.max(least, percent)));
        set(({ shares }) => ({ shares: { ...shares, [share]: next } }));
      },
      toggleRequest: () => set(({ request }) => ({ request: !request })),
      toggleRaw: () => set(({ raw }) => ({ raw: !raw })),
    }),
    {
      name: 'awm.labelling-view',
      version: 1,
      storage: createJSONStorage(() => localStorage),
      partialize: ({ shares, request, raw }) => ({ shares, request, raw }),
      merge: (stored, current) => ({ ...current, ...(storedSchema.safeParse(stored).data ?? {}) }),
      // Read after the first render, which must equal the server's.
      skipHydration: true,
    },
  ),
);
