import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { createJSONStorage, persist } from 'zustand/middleware';

/** Share of the act pane, in percent of both. */
export const ACT_SHARE = { least: 25, most: 70, initial: 42 } as const;

const storedSchema = z.object({
  actShare: z.number().check(z.minimum(ACT_SHARE.least), z.maximum(ACT_SHARE.most)),
});

interface LayoutState {
  readonly actShare: number;
  /** The observe pane has the whole width; not kept. */
  readonly actHidden: boolean;
  readonly toggleAct: () => void;
  readonly setActShare: (share: number) => void;
}

/** How the panes of the session page stand, on this machine. */
export const layoutStore = createStore<LayoutState>()(
  persist(
    (set) => ({
      actShare: ACT_SHARE.initial,
      actHidden: false,
      toggleAct: () => set(({ actHidden }) => ({ actHidden: !actHidden })),
      setActShare: (share) =>
        set({ actShare: Math.round(Math.min(ACT_SHARE.most, Math.max(ACT_SHARE.least, share))) }),
    }),
    {
      name: 'awm.session-layout',
      version: 1,
      storage: createJSONStorage(() => localStorage),
      partialize: ({ actShare }) => ({ actShare }),
      merge: (stored, current) => ({ ...current, ...(storedSchema.safeParse(stored).data ?? {}) }),
      // Read after the first render, which must equal the server's.
      skipHydration: true,
    },
  ),
);
