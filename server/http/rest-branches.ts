import { AppError } from '../../lib/contracts/errors.ts';
import { branchRoutes } from '../../lib/contracts/rest-branches.ts';
import type { Handlers } from './rest.ts';

export function branchHandlers(): Pick<Handlers, keyof typeof branchRoutes> {
  const refuse = () => Promise.reject(new AppError('conflict', 'This part is not built yet.'));
  return Object.fromEntries(Object.keys(branchRoutes).map((name) => [name, refuse])) as never;
}
