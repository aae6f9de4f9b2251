import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../../lib/contracts/errors.ts';

export interface NextUiOptions {
  /** Compiles pages when they are asked for; else the built `.next` of `dir` is served. */
  readonly dev: boolean;
  /** The folder that holds `app/` and `next.config.ts`. */
  readonly dir: string;
}

/** Renders `/web/**`. */
export interface NextUi extends AsyncDisposable {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** `/web/_next/**` only: hot reload while developing. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/**
 * Next inside this process. Next attaches an `upgrade` listener of its own to the server that it is given and ends every
 * socket that it does not know; so it gets a server that never listens, and what is Next's is forwarded to that.
 * @throws AppError internal, where the pages were not built
 */
export async function createNextUi({ dev, dir }: NextUiOptions): Promise<NextUi> {
  const sink = createServer();
  // Imported here, so that the rest of the server answers before Next is loaded.
  const { default: next } = await import('next');
  const app = next({ dev, dir, httpServer: sink, quiet: !dev });
  try {
    await app.prepare();
  } catch (cause) {
    throw new AppError('internal', `The web studio did not start from ${dir}: ${String(cause)}`, { cause });
  }
  const handler = app.getRequestHandler();
  return {
    async handle(request, response) {
      if (!isImmutable(request)) askEachTime(response);
      await handler(request, response);
    },
    upgrade(request, socket, head) {
      if (!sink.emit('upgrade', request, socket, head)) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      sink.removeAllListeners();
    },
  };
}

/** Named by a hash of their content. */
function isImmutable(request: IncomingMessage): boolean {
  return request.url?.includes('/_next/static/') === true;
}

/**
 * Next lets shared caches keep prerendered pages for a year, as if a deployment emptied them. After an update such a page
 * names scripts that are gone; so a cache must ask each time (a 304 where nothing changed).
 */
function askEachTime(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name, name.toLowerCase() === 'cache-control' ? 'private, no-cache' : value);
}
