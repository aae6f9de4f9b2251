export { createStore } from './store.ts';
export { storageError } from './storage-error.ts';
export { openPeople } from './people/open-people.ts';
