import * as z from 'zod/mini';
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

const STORAGE_KEY = 'awm.labelling-view';

/** How the labelling screen stands on this machine. */
export const viewStore = createStore<ViewState>((set) => ({
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
}));

/** Reads how it stood and keeps how it stands; called after the first render, which must equal the server's. Returns its end. */
export function keepView(): () => void {
  try {
    const stored = storedSchema.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'));
    if (stored.success) viewStore.setState(stored.data);
  } catch {
    // Where storage is refused, it holds for this page.
  }
  return viewStore.subscribe(({ shares, request, raw }) => {
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify({ shares, request, raw }));
    } catch {
      // Said above.
    }
  });
}
