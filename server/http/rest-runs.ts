import { AppError } from '../../lib/contracts/errors.ts';
import { runRoutes } from '../../lib/contracts/rest-runs.ts';
import type { Handlers } from './rest.ts';

export function runHandlers(): Pick<Handlers, keyof typeof runRoutes> {
  const refuse = () => Promise.reject(new AppError('conflict', 'This part is not built yet.'));
  return Object.fromEntries(Object.keys(runRoutes).map((name) => [name, refuse])) as never;
}
