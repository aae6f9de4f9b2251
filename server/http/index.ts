export { createDispatcher } from './dispatcher.ts';
export type { DispatcherOptions, LiveHandler, UiHandler, UpgradeHandler } from './dispatcher.ts';
export { createFastify } from './fastify.ts';
export type { FastifyOptions, McpEndpoint } from './fastify.ts';
export { createGuard } from './guard.ts';
export type { Guard, GuardOptions, Refusal } from './guard.ts';
export { createNextUi } from './next-ui.ts';
export type { NextUi, NextUiOptions } from './next-ui.ts';
export type { EpisodePort, HttpConfig, HttpContext, ScenarioReader } from './context.ts';
