import { type FocusEvent, type KeyboardEvent, useRef } from 'react';

interface NextKey {
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * For a part that a key brings the focus to: the key after it is offered to `take`. Either way the focus then goes back to where
 * it came from; what is not taken does what it always does.
 */
export function useNextKey(
  take: (event: KeyboardEvent<HTMLElement>) => boolean,
  onBegin?: () => void,
): NextKey {
  const before = useRef<HTMLElement | null>(null);
  return {
    onFocus(event) {
      if (event.target !== event.currentTarget) return;
      before.current = event.relatedTarget instanceof HTMLElement ? event.relatedTarget : null;
      onBegin?.();
    },
    onKeyDown(event) {
      if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Shift' || event.key === 'Tab')
        return;
      // The key that brought the focus here is still held down.
      if (event.repeat) {
        event.preventDefault();
        return;
      }
      if (event.key === 'Escape' || take(event)) event.preventDefault();
      const back = before.current?.isConnected === true ? before.current : document.getElementById('content');
      back?.focus({ preventScroll: true });
    },
  };
}
