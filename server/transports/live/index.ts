export { createLive } from './live.ts';
