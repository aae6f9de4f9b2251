export { createStore } from './store.ts';
export { storageError } from './storage-error.ts';
