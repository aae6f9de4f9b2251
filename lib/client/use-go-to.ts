'use client';

// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- what all others go by
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { urlWriters } from './url-writers.ts';

/** Goes to another page (without basePath), as a step that Back undoes. */
export function useGoTo(): (href: string) => void {
  const router = useRouter();
  return useCallback(
    (href) => {
      // Written later, an address calls its page back.
      for (const write of urlWriters) write();
      router.push(href);
    },
    [router],
  );
}
