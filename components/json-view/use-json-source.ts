'use client';

import { useSyncExternalStore } from 'react';
import type { JsonSource, SourceState } from './json-source.ts';

const SERVER_STATE: SourceState = { phase: 'loading' };

export function useSourceState(source: JsonSource): SourceState {
  return useSyncExternalStore(source.subscribe, source.state, () => SERVER_STATE);
}
