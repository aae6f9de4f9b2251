import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import * as z from 'zod/mini';
import { NO_CHOICE, type RunChoice } from './model/selection.ts';

interface RunsUi {
  readonly choice: RunChoice;
  readonly setChoice: (choice: RunChoice) => void;
  /** Where a selection is extended from. */
  readonly anchor: string | null;
  readonly setAnchor: (id: string | null) => void;
}

/** What is selected in the run table; it outlives a look at one of the runs. */
export const useRunsUi = create<RunsUi>()((set) => ({
  choice: NO_CHOICE,
  setChoice: (choice) => set({ choice }),
  anchor: null,
  setAnchor: (anchor) => set({ anchor }),
}));

const storedSchema = z.object({
  columns: z.nullable(z.array(z.string())),
  plotOpen: z.boolean(),
});

interface RunsLook extends z.output<typeof storedSchema> {
  readonly setColumns: (columns: readonly string[] | null) => void;
  readonly setPlotOpen: (open: boolean) => void;
}

/** How the run table stands, on this machine. */
export const useRunsLook = create<RunsLook>()(
  persist(
    (set) => ({
      columns: null,
      plotOpen: true,
      setColumns: (columns) => set({ columns: columns === null ? null : [...columns] }),
      setPlotOpen: (plotOpen) => set({ plotOpen }),
    }),
    {
      name: 'awm.runs',
      version: 1,
      storage: createJSONStorage(() => localStorage),
      partialize: ({ columns, plotOpen }) => ({ columns, plotOpen }),
      merge: (stored, current) => ({ ...current, ...(storedSchema.safeParse(stored).data ?? {}) }),
      // Read after the first render, which must equal the server's.
      skipHydration: true,
    },
  ),
);
