export { createStore } from './store.ts';
export type { StoreOptions } from './store.ts';
