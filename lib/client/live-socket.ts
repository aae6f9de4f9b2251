import { io, type Socket } from 'socket.io-client';
import { LIVE_PATH, type ClientToServerEvents, type ServerToClientEvents } from '../contracts/live.ts';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 5_000;

/** One connection a session page, to the page's own origin; tries for as long as the page is open. */
export function openLiveSocket(): LiveSocket {
  return io({
    path: LIVE_PATH,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: FIRST_RETRY_MS,
    reconnectionDelayMax: MAX_RETRY_MS,
    withCredentials: false,
  });
}
