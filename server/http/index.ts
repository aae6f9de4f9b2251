export { createDispatcher } from './dispatcher.ts';
export type { LiveHandler, UiHandler } from './dispatcher.ts';
export { createFastify } from './fastify.ts';
export { createListener } from './listener.ts';
export { createGuard, isLoopback } from './guard.ts';
export type { GuardOptions } from './guard.ts';
export { createNextUi } from './next-ui.ts';
export type { NextUi } from './next-ui.ts';
export type { EpisodePort, HttpConfig, HttpContext } from './context.ts';
