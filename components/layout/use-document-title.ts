import { useEffect } from 'react';
import { t } from '../../lib/client/messages/index.ts';

/**
 * Names the browser's tab after the page, in the language of its words. The title in the HTML is English, and the framework
 * puts it there again when a page's head arrives late.
 */
export function useDocumentTitle(title: string): void {
  const whole = `${title} · ${t('app.name')}`;
  useEffect(() => {
    const apply = (): void => {
      if (document.title !== whole) document.title = whole;
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [whole]);
}
