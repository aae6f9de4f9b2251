const AGAIN_MS = 5_000;

/**
 * Hears when the sign-in that the page goes by was ended, or its person's roles were changed: the server says so to each page, and
 * what it said while the page was cut off is asked for on the way back. Its code loads by itself, after the page.
 */
export function watchIdentity(onChange: () => void): () => void {
  let over = false;
  let close = (): void => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;

  async function open(): Promise<void> {
    const { openLiveSocket } = await import('../../lib/client/live-socket.ts');
    if (over) return;
    const socket = openLiveSocket();
    close = () => {
      socket.removeAllListeners();
      socket.disconnect();
    };
    socket.on('identity', onChange);
    socket.on('connect', () => {
      if (wasOpen) onChange();
      wasOpen = true;
    });
    socket.on('disconnect', again);
    socket.on('connect_error', again);
  }

  function again(): void {
    close();
    if (over) return;
    clearTimeout(timer);
    timer = setTimeout(tryOpen, AGAIN_MS);
  }

  function tryOpen(): void {
    open().catch(again);
  }

  tryOpen();
  return () => {
    over = true;
    clearTimeout(timer);
    close();
  };
}
