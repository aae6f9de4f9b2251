import { io, type Socket } from 'socket.io-client';
import { bearer } from './bearer.ts';
import { personName } from './person.ts';
import { LIVE_PATH, type ClientToServerEvents, type ServerToClientEvents } from '../contracts/live.ts';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

const CONNECT_TIMEOUT_MS = 10_000;

/** One connection a session page, to the page's own origin. It does not try again by itself: the page says when. */
export function openLiveSocket(): LiveSocket {
  return io({
    path: LIVE_PATH,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnection: false,
    timeout: CONNECT_TIMEOUT_MS,
    withCredentials: true,
    // A socket takes no headers from a page; asked for at each connection.
    auth: (give) => {
      const own = bearer();
      const person = personName();
      give({
        ...(own !== null && { bearer: own }),
        ...(person !== '' && { person: encodeURIComponent(person) }),
      });
    },
  });
}
