'use client';

import { useEffect } from 'react';
import { typeAhead } from './open-palette.ts';

/** While the palette is on its way, keys are meant for it, not for the page below. */
export function TypeAhead(): null {
  useEffect(() => {
    function keep(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const isText = event.key.length === 1 || event.key === 'Backspace';
      // Enter has nothing to choose yet, and must not press the button that has the focus below.
      if (!isText && event.key !== 'Enter') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isText) typeAhead(event.key);
    }
    window.addEventListener('keydown', keep, { capture: true });
    return () => window.removeEventListener('keydown', keep, { capture: true });
  }, []);
  return null;
}
