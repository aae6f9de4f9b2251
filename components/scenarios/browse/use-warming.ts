'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { scenarioToolsQuery } from '../../../lib/client/queries/scenarios.ts';

/** A pointer that only passes by warms nothing. */
const DWELL_MS = 150;

export interface Warming {
  readonly rest: (key: string) => void;
  readonly leave: () => void;
}

/** Starts a scenario when a pointer or the focus rests on it, so that its page and its first session open at once. */
export function useWarming(): Warming {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    rest(key) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        // A scenario that does not start says so on its own page.
        client.query(scenarioToolsQuery(key)).catch(() => undefined);
      }, DWELL_MS);
    },
    leave() {
      clearTimeout(timer.current);
    },
  };
}
