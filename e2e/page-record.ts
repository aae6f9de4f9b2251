import type { Page } from 'playwright/test';

/** Where in a browser something was found, and what. */
export interface Traced {
  readonly where: string;
  readonly text: string;
}

/** All that comes to a browser and stays in it: answers and their pages' payloads, frames of sockets, the DOM, storage. */
export class PageRecord {
  readonly #page: Page;
  readonly #traces: Traced[] = [];
  readonly #coming: Promise<void>[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      // Scripts and fonts of the build are the same for everybody.
      if (pathname.includes('/_next/static/')) return;
      this.#coming.push(
        response.text().then(
          (text) => this.#add(`${String(response.status())} ${response.url()}`, text),
          // Redirects, and answers to a page that is gone, have no body.
          () => undefined,
        ),
      );
    });
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.#add(`socket ${socket.url()}`, payload.toString()));
    });
  }

  /** Goes to an address and takes down all that is there once it rests. */
  async visit(address: string): Promise<void> {
    await this.#page.goto(`/web${address}`);
    await this.look(address);
  }

  /** Takes down what is there now, once the page rests. */
  async look(name: string): Promise<void> {
    await this.#page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    this.#add(`DOM of ${name}`, await this.#page.content());
  }

  /** @returns all so far, with what the browser keeps */
  async all(): Promise<readonly Traced[]> {
    await Promise.all(this.#coming);
    return [...this.#traces, { where: 'storage', text: await this.#page.evaluate(readStorage) }];
  }

  #add(where: string, text: string): void {
    this.#traces.push({ where, text });
  }
}

/** Runs in the page. */
async function readStorage(): Promise<string> {
  const kept: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue;
    const db = await asked(indexedDB.open(name));
    for (const store of db.objectStoreNames)
      kept.push(await asked(db.transaction(store).objectStore(store).getAll()));
    db.close();
  }
  return JSON.stringify(kept);

  function asked<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
    });
  }
}
