import type { WebSocket } from 'ws';

/** Pings every socket, so that proxies keep it; tells which have been silent for the idle time. */
export interface KeepAlive {
  /** `onSilent` is called once, when neither a message nor a pong has come for `maxIdleMs`. */
  add(ws: WebSocket, onSilent: () => void): void;
  stop(): void;
}

interface Watched {
  heardAt: number;
  readonly onSilent: () => void;
}

/**
 * A client that never answers pings (some tunnels drop them) is left alone while it talks; one that neither answers nor
 * talks for the idle time is taken for half-open.
 */
export function createKeepAlive(options: {
  readonly everyMs: number;
  readonly maxIdleMs: number;
}): KeepAlive {
  const watched = new Map<WebSocket, Watched>();
  let timer: NodeJS.Timeout | undefined;

  function beat(): void {
    const now = Date.now();
    for (const [ws, entry] of watched) {
      if (now - entry.heardAt > options.maxIdleMs) {
        watched.delete(ws);
        entry.onSilent();
      } else if (ws.readyState === ws.OPEN) ws.ping();
    }
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    add(ws, onSilent) {
      const entry: Watched = { heardAt: Date.now(), onSilent };
      const heard = (): void => {
        entry.heardAt = Date.now();
      };
      watched.set(ws, entry);
      ws.on('message', heard);
      ws.on('pong', heard);
      ws.on('ping', heard);
      ws.on('close', () => {
        watched.delete(ws);
        if (watched.size === 0) stop();
      });
      timer ??= setInterval(beat, Math.min(options.everyMs, Math.max(options.maxIdleMs / 4, 10))).unref();
    },
    stop,
  };
}
