import { create } from 'zustand';

export type ResultView = 'tree' | 'table' | 'raw';

interface ObservationView {
  readonly view: ResultView;
  readonly setView: (view: ResultView) => void;
}

/** How results are shown; stays when one goes to another step or tab. */
export const useObservationView = create<ObservationView>()((set) => ({
  view: 'tree',
  setView: (view) => set({ view }),
}));
