export { createEngine, sessionsRoot } from './engine.ts';
export * from './types.ts';
