export { createLive, type Live, type LiveOptions } from './live.ts';
export { toLiveStep } from './live-events.ts';
