import type { NextUi, UiHandler } from './http/index.ts';

type LazyUi = UiHandler & AsyncDisposable;

/** Next is loaded by the first page: a server for protocol clients alone is 60 MB smaller. */
export function lazyUi(create: () => Promise<NextUi>): LazyUi {
  let starting: Promise<NextUi> | undefined;
  const started = (): Promise<NextUi> => {
    starting ??= create().catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
    return starting;
  };
  return {
    async handle(request, response) {
      await (await started()).handle(request, response);
    },
    upgrade(request, socket, head) {
      started().then(
        (ui) => ui.upgrade(request, socket, head),
        () => socket.destroy(),
      );
    },
    async [Symbol.asyncDispose]() {
      await (await starting?.catch(() => undefined))?.[Symbol.asyncDispose]();
    },
  };
}
