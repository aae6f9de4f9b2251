import { create } from 'zustand';

interface ChangesView {
  readonly hideTimestamps: boolean;
  readonly setHideTimestamps: (hide: boolean) => void;
}

/** What stays as it was set when one goes to another step or tab. */
export const useChangesView = create<ChangesView>()((set) => ({
  hideTimestamps: true,
  setHideTimestamps: (hideTimestamps) => set({ hideTimestamps }),
}));
