import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** The HTTP server and every socket that it accepted, upgraded ones too: those hold back `server.close` for ever. */
export interface Listener {
  readonly server: Server;
  /** No new connections; those of plain requests are closed, upgraded ones are left to their owners. */
  stopAccepting(): void;
  /** Destroys what is still open. Resolves when the port is free. */
  end(): Promise<void>;
}

export function createListener(): Listener {
  const server = createServer();
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let closed: Promise<void> | undefined;

  function stopAccepting(): void {
    closed ??= new Promise((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
  }

  return {
    server,
    stopAccepting,
    async end() {
      stopAccepting();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
