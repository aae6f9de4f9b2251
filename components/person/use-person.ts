'use client';

import { useSyncExternalStore } from 'react';
import { personName, subscribePerson } from '../../lib/client/person.ts';

/** How the person of this browser signs; '' where they did not say. */
export function usePerson(): string {
  return useSyncExternalStore(subscribePerson, personName, () => '');
}
