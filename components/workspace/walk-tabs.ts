/**
 * The tabs that a walk through the steps goes between, in one script: apart, each would bring the virtualiser and the grid's
 * parts once more.
 */
export { ChangesTab } from '../db-diff/index.ts';
export { ObservationTab } from '../observation/index.ts';
export { TablesTab } from '../tables/index.ts';
