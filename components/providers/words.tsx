'use client';

import { Fragment, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { speakStored, subscribeLanguage } from '../../lib/client/language.ts';
import { currentLanguage } from '../../lib/client/messages/index.ts';

/**
 * Draws everything anew when the words change. What a page must not lose (address, drafts, answers of the server) lives
 * outside of its components.
 */
export function Words({ children }: { readonly children: ReactNode }): ReactNode {
  const language = useSyncExternalStore(subscribeLanguage, currentLanguage, () => 'en' as const);
  useEffect(() => {
    void speakStored();
  }, []);
  return <Fragment key={language}>{children}</Fragment>;
}
